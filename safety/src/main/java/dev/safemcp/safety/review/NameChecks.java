package dev.safemcp.safety.review;

import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.sandbox.ProgramClass;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks at the names on both lists. Stateless. */
final class NameChecks {
  private static final String ALLOWED = "terminal.allowlist.commands";
  private static final String DENIED = "terminal.denylist.commands";

  private NameChecks() {}

  static void look(Subject subject) {
    if (subject.trial().isEmpty() || subject.terminal().isEmpty()) {
      return;
    }
    TerminalPolicy policy = subject.terminal().get();
    CommandVetting vetting = subject.trial().get().vetting();
    repeated(subject, ALLOWED, policy.allowed());
    repeated(subject, DENIED, policy.denied());
    for (int i = 0; i < policy.allowed().size(); i++) {
      String name = policy.allowed().get(i);
      String key = ALLOWED + "[" + i + "]";
      if (policy.denied().contains(name)) {
        subject.warn(
            "shadowed-allow",
            key,
            "'" + name + "' is on the denylist too, and deny wins: it never runs",
            "take it off one of the lists");
        continue;
      }
      Optional<Path> file = Optional.ofNullable(vetting.executables().get(name));
      if (file.isEmpty()) {
        subject.warn(
            "unknown-program",
            key,
            "no program '" + name + "' is on the PATH",
            "install it, correct the name, or take it off the list");
      } else {
        kind(subject, key, name, file.get(), policy);
      }
    }
    if (policy.allowed().isEmpty()) {
      subject.note("nothing-allowed", "terminal", "no command may run", "fill " + ALLOWED);
    }
  }

  private static void repeated(Subject subject, String list, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      if (names.indexOf(names.get(i)) < i) {
        subject.note(
            "repeated",
            list + "[" + i + "]",
            "'" + names.get(i) + "' stands twice",
            "leave one out");
      }
    }
  }

  private static void kind(
      Subject subject, String key, String name, Path file, TerminalPolicy policy) {
    ProgramClass kind = ProgramClass.of(name, file);
    String what = "'" + name + "' " + kind.meaning();
    switch (kind) {
      case INTERPRETER ->
          subject.warn(
              "interpreter",
              key,
              what + ": the lists and rules say nothing of what that program does",
              "take it off the list, or allow the one script that is needed by its own name");
      case LAUNCHER, MULTI_CALL ->
          subject.warn(
              kind == ProgramClass.LAUNCHER ? "launcher" : "multi-call",
              key,
              what,
              "take it off the list, and allow the programs themselves");
      case STARTS_PROGRAMS -> {
        if (policy.rules().stream().noneMatch(rule -> rule.command().equals(name))) {
          subject.note(
              "starts-programs",
              key,
              what + ", and no rule is about it",
              "deny those options in [[terminal.rules]]; the kernel stops what it can");
        }
      }
      case NETWORK -> {
        if (!policy.sandbox().network()) {
          subject.note(
              "network-closed",
              key,
              what,
              "take it off the list, or open the network for every command");
        }
      }
      case READS_ANYTHING, PLAIN -> {}
    }
  }
}
