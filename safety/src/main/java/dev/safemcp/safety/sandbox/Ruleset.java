package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.LandlockCalls;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** {@link CommandRights} as the kernel's Landlock takes them, at its ABI. Stateless. */
final class Ruleset {
  private static final int TCP_SINCE = 4;
  private static final int SCOPES_SINCE = 6;
  private static final long BIND_AND_CONNECT_TCP = 3;
  private static final long ABSTRACT_SOCKETS_AND_SIGNALS = 3;

  private Ruleset() {}

  /**
   * Makes the ruleset.
   *
   * @param abi at least 1
   * @return its descriptor, which any number of threads may use, or minus errno
   */
  static int of(CommandRights rights, int abi) {
    Set<LandlockRight> handled = EnumSet.allOf(LandlockRight.class);
    int ruleset =
        LandlockCalls.createRuleset(
            LandlockRight.bits(handled, abi),
            abi >= TCP_SINCE && !rights.network() ? BIND_AND_CONNECT_TCP : 0,
            abi >= SCOPES_SINCE ? ABSTRACT_SOCKETS_AND_SIGNALS : 0);
    if (ruleset < 0) {
      return ruleset;
    }
    int result = allow(ruleset, rights.execute(), LandlockRight.START, abi);
    result = result < 0 ? result : allow(ruleset, rights.read(), LandlockRight.READ, abi);
    result =
        result < 0 ? result : allow(ruleset, rights.write(), LandlockRight.READ_AND_WRITE, abi);
    if (result < 0) {
      DescriptorCalls.close(ruleset);
      return result;
    }
    return ruleset;
  }

  private static int allow(
      int ruleset, Collection<Path> places, Set<LandlockRight> rights, int abi) {
    for (Path place : places) {
      // What is in /proc stays the same file only for as long as it is held open.
      int descriptor = DescriptorCalls.openPlace(place.toString());
      if (descriptor < 0) {
        // What is gone or closed to this user needs no right.
        continue;
      }
      int result = LandlockCalls.allow(ruleset, descriptor, LandlockRight.bits(rights, abi));
      if (result == -Errno.EINVAL) {
        result = LandlockCalls.allow(ruleset, descriptor, LandlockRight.bitsOfFile(rights, abi));
      }
      if (!place.startsWith("/proc")) {
        DescriptorCalls.close(descriptor);
      }
      if (result < 0) {
        return result;
      }
    }
    return 0;
  }
}
