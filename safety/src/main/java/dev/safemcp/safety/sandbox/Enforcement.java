package dev.safemcp.safety.sandbox;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What is held on this machine, and what is not, by name.
 *
 * @param held phrases, each for one thing that a command is kept from
 * @param notHeld phrases, each with why not and what it would need
 * @param remarks what works less well than on a newer kernel, or is open because the policy says so
 */
public record Enforcement(List<String> held, List<String> notHeld, List<String> remarks) {
  public Enforcement {
    held = List.copyOf(held);
    notHeld = List.copyOf(notHeld);
    remarks = List.copyOf(remarks);
  }

  /** Returns what holds with {@code mode = "off"}: nothing. */
  static Enforcement off() {
    Map<Hold, String> gaps = new EnumMap<>(Hold.class);
    for (Hold hold : Hold.values()) {
      gaps.put(hold, "the policy turned it off");
    }
    return of(gaps, KernelFeatures.NONE, false, List.of());
  }

  /**
   * Describes what holds.
   *
   * @param gaps what does not hold, with the reason
   * @param kernel for what works less well on it
   * @param network whether the policy opens the network
   * @param more remarks to be added
   */
  static Enforcement of(
      Map<Hold, String> gaps, KernelFeatures kernel, boolean network, List<String> more) {
    List<String> held = new ArrayList<>();
    List<String> notHeld = new ArrayList<>();
    for (Hold hold : Hold.values()) {
      String what = hold == Hold.SOCKETS && network ? "sockets of other processes" : hold.what();
      if (gaps.containsKey(hold)) {
        notHeld.add(what + ": " + gaps.get(hold));
      } else {
        held.add(what);
      }
    }
    List<String> remarks = new ArrayList<>();
    if (network) {
      remarks.add("the network is open: 'terminal.sandbox.network' is true");
    }
    if (kernel.abi() == 1) {
      remarks.add(
          "commands cannot move or link files between folders (needs Landlock ABI 2, Linux 5.19)");
    }
    remarks.addAll(more);
    return new Enforcement(held, notHeld, remarks);
  }
}
