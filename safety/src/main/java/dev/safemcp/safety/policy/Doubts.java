package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.List;

/** What a policy may say but probably does not mean. Stateless. */
final class Doubts {
  private Doubts() {}

  /** Returns a line for each doubt. */
  static List<String> of(Policy policy) {
    List<String> doubts = new ArrayList<>();
    policy
        .terminal()
        .ifPresent(
            terminal -> {
              for (String name : terminal.allowed()) {
                if (terminal.denied().contains(name)) {
                  doubts.add("'" + name + "' is on both lists, and the denylist wins");
                }
              }
              for (TerminalPolicy.ArgumentRule rule : terminal.rules()) {
                if (!terminal.allowed().contains(rule.command())) {
                  doubts.add(
                      "a rule is about '"
                          + rule.command()
                          + "', which is not on the allowlist: it decides nothing");
                }
              }
              for (SandboxPolicy.Grant grant : terminal.sandbox().grants()) {
                if (!terminal.allowed().contains(grant.command())) {
                  doubts.add(
                      "a grant is for '"
                          + grant.command()
                          + "', which is not on the allowlist: it gives nothing");
                }
              }
            });
    return doubts;
  }
}
