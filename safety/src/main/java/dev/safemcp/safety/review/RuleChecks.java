package dev.safemcp.safety.review;

import dev.safemcp.safety.command.CommandLine;
import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.decision.Decision;
import dev.safemcp.safety.decision.Rule;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks at the argument rules: those that never decide, and those that decide too little. */
final class RuleChecks {
  private final Subject subject;
  private final TerminalPolicy policy;
  private final CommandVetting vetting;
  private final List<Alternative> earlier = new ArrayList<>();

  /**
   * One text of a rule's deny_args.
   *
   * @param rule where the rule stands
   * @param key where the text stands
   * @param command the command
   * @param words the text's words, whose order does not count
   */
  private record Alternative(String rule, String key, String command, Set<String> words) {
    String shown() {
      return "'" + String.join(" ", words) + "'";
    }
  }

  private RuleChecks(Subject subject, TerminalPolicy policy, CommandVetting vetting) {
    this.subject = subject;
    this.policy = policy;
    this.vetting = vetting;
  }

  static void look(Subject subject) {
    if (subject.terminal().isPresent() && subject.trial().isPresent()) {
      new RuleChecks(subject, subject.terminal().get(), subject.trial().get().vetting()).look();
    }
  }

  private void look() {
    for (int i = 0; i < policy.rules().size(); i++) {
      ArgumentRule rule = policy.rules().get(i);
      String key = "terminal.rules[" + i + "]";
      if (policy.denied().contains(rule.command())) {
        subject.warn(
            "shadowed-rule",
            key,
            "'" + rule.command() + "' is on the denylist: this rule never decides",
            "leave the rule out, or take the name off the denylist");
        continue;
      }
      for (int j = 0; j < rule.denyArgs().size(); j++) {
        Set<String> words =
            new LinkedHashSet<>(List.of(rule.denyArgs().get(j).strip().split("\\s+")));
        Alternative one =
            new Alternative(key, key + ".deny_args[" + j + "]", rule.command(), words);
        look(one);
        earlier.add(one);
      }
    }
  }

  private void look(Alternative one) {
    if (one.words().equals(Set.of(one.command()))) {
      subject.warn(
          "denies-all",
          one.key(),
          one.shown() + " is the command's own name: the rule denies every call",
          "take '" + one.command() + "' off the allowlist instead, or name an argument");
    } else if (neverArrives(one)) {
      subject.warn(
          "never-matches",
          one.key(),
          one.shown() + " holds a character that no command line may have: the rule never decides",
          "leave it out: such a line is refused before any rule is asked");
    } else if (!shadowed(one)) {
      spellings(one);
    }
  }

  private static boolean neverArrives(Alternative one) {
    StringBuilder line = new StringBuilder(one.command());
    one.words().forEach(word -> line.append(" '").append(word.replace("'", "'\\''")).append('\''));
    return CommandLine.parse(line.toString()) instanceof CommandLine.Refused;
  }

  /** A text is shadowed where an earlier one denies all that it denies. */
  private boolean shadowed(Alternative one) {
    Optional<Alternative> before =
        earlier.stream()
            .filter(other -> other.command().equals(one.command()))
            .filter(other -> one.words().containsAll(other.words()))
            .findFirst();
    before.ifPresent(
        other ->
            subject.warn(
                "shadowed-rule",
                one.key(),
                one.words().equals(other.words())
                    ? one.shown()
                        + " is denied by "
                        + other.key()
                        + " already: the order of words does not count"
                    : one.shown() + " never decides: " + other.key() + " denies " + other.shown(),
                "leave it out, or move it before the other where its reason should be read"));
    return before.isPresent();
  }

  /** A deny is written for one spelling where the program knows another that gets through. */
  private void spellings(Alternative one) {
    for (String word : one.words()) {
      for (String twin : FlagTwins.of(one.command(), word)) {
        through(one, word, List.of(twin));
      }
      if (word.matches("-[A-Za-z]{2,3}")) {
        List<String> apart = new ArrayList<>();
        word.chars()
            .skip(1)
            .forEach(letter -> apart.add(longest(one.command(), "-" + (char) letter)));
        if (apart.stream().allMatch(flag -> flag.startsWith("--"))) {
          through(one, word, apart);
        }
      }
    }
  }

  private static String longest(String command, String flag) {
    return FlagTwins.of(command, flag).stream()
        .filter(twin -> twin.startsWith("--"))
        .findFirst()
        .orElse(flag);
  }

  private void through(Alternative one, String word, List<String> instead) {
    List<String> line = new ArrayList<>(List.of(one.command()));
    one.words().forEach(other -> line.addAll(other.equals(word) ? instead : List.of(other)));
    boolean denied =
        vetting.decide(line) instanceof Decision.Denied decision
            && decision.rule().filter(Rule::conditional).isPresent();
    if (!denied) {
      subject.warn(
          "one-spelling",
          one.key(),
          one.shown()
              + " is denied, and '"
              + String.join(" ", line.subList(1, line.size()))
              + "', which means the same, is not",
          "add it to deny_args");
    }
  }
}
