package dev.safemcp.safety.operation;

import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.decision.CommandVetting.Considered;
import dev.safemcp.safety.decision.Decision;
import dev.safemcp.safety.decision.Rule;
import dev.safemcp.safety.decision.VettedCommand;
import dev.safemcp.safety.operation.Explanation.Stage;
import dev.safemcp.safety.operation.Explanation.Step;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.path.Jail;
import dev.safemcp.safety.sandbox.ProgramClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts what the parts of the road say into words. Used once. */
final class ExplainedSteps implements CommandCheck.Witness {
  private final CommandVetting vetting;
  private final boolean containArguments;
  private final List<Step> steps = new ArrayList<>();
  private String decidedBy = word(Stage.PARSE);

  ExplainedSteps(CommandVetting vetting, boolean containArguments) {
    this.vetting = vetting;
    this.containArguments = containArguments;
  }

  private static String word(Stage stage) {
    return stage.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void parsed(List<String> words) {
    passed(Stage.PARSE, words.size() + " word(s): " + quoted(words));
  }

  @Override
  public void vetted(List<String> words, CommandVetting.Verdict verdict) {
    List<Considered> considered = vetting.considered(words);
    Decision decision = vetting.decide(words);
    String name = words.getFirst();
    Optional<Rule> denying =
        decision instanceof Decision.Denied denied ? denied.rule() : Optional.empty();
    denying.ifPresent(rule -> decidedBy = rule.source());
    if (denying.filter(rule -> !rule.conditional()).isPresent()) {
      stopped(Stage.DENYLIST, decision.reason() + " (" + decidedBy + ")");
      return;
    }
    passed(Stage.DENYLIST, "'" + name + "' is not on it");
    Optional<Rule> allowing =
        considered.stream()
            .map(Considered::rule)
            .filter(rule -> rule.effect() == Rule.Effect.ALLOW)
            .findFirst();
    if (allowing.isEmpty()) {
      decidedBy = "default deny";
      stopped(Stage.ALLOWLIST, decision.reason());
      return;
    }
    passed(Stage.ALLOWLIST, "'" + name + "' stands there (" + allowing.get().source() + ")");
    rules(name, considered, denying);
    if (denying.isEmpty()) {
      decidedBy = allowing.get().source();
      program(verdict);
    }
  }

  private void rules(String name, List<Considered> considered, Optional<Rule> denying) {
    List<Considered> rules = considered.stream().filter(one -> one.rule().conditional()).toList();
    if (denying.isPresent()) {
      stopped(
          Stage.RULES,
          denying.get().source()
              + " denies "
              + alternatives(denying.get())
              + considered.stream()
                  .filter(one -> one.rule().equals(denying.get()))
                  .flatMap(one -> one.carried().stream())
                  .map(words -> ": " + shown(words) + " is carried")
                  .findFirst()
                  .orElse(""));
      return;
    }
    passed(
        Stage.RULES,
        rules.isEmpty()
            ? "none is about '" + name + "'"
            : rules.stream()
                .map(
                    one ->
                        one.rule().source()
                            + " denies "
                            + alternatives(one.rule())
                            + ": not carried")
                .collect(Collectors.joining("; ")));
  }

  private static String alternatives(Rule rule) {
    return rule.alternatives().stream()
        .map(ExplainedSteps::shown)
        .collect(Collectors.joining(" or "));
  }

  private static String shown(Set<String> words) {
    return words.stream()
        .sorted(ExplainedSteps::flagsLast)
        .collect(Collectors.joining(" ", "'", "'"));
  }

  private static int flagsLast(String one, String other) {
    return Boolean.compare(one.startsWith("-"), other.startsWith("-"));
  }

  private void program(CommandVetting.Verdict verdict) {
    switch (verdict) {
      case CommandVetting.Verdict.Vetted(VettedCommand command) -> {
        ProgramClass kind = ProgramClass.of(command.name(), command.executable());
        passed(
            Stage.PROGRAM,
            "'%s'%s: %s"
                .formatted(
                    command.program(),
                    command.program().equals(command.executable())
                        ? ""
                        : ", the file '" + command.executable() + "'",
                    kind.meaning()));
      }
      case CommandVetting.Verdict.Missing(String reason) -> {
        decidedBy = word(Stage.PROGRAM);
        stopped(Stage.PROGRAM, reason);
      }
      case CommandVetting.Verdict.Denied denied -> {}
    }
  }

  @Override
  public void contained(Jail.Containment containment) {
    switch (containment) {
      case Jail.Containment.Inside(ContainedCommand command) -> {
        String folder = command.folder().relative().toString();
        passed(
            Stage.CONTAINMENT,
            "runs in "
                + (folder.isEmpty() ? "the root" : "'" + folder + "'")
                + (containArguments
                    ? "; no argument names a place outside the root"
                    : "; arguments are not checked ('terminal.contain_arguments' is false)"));
      }
      case Jail.Containment.Escape(String reason) -> outside(reason);
      case Jail.Containment.NoFolder(String reason) -> outside(reason);
    }
  }

  private void outside(String reason) {
    decidedBy = word(Stage.CONTAINMENT);
    stopped(Stage.CONTAINMENT, reason);
  }

  private void passed(Stage stage, String text) {
    steps.add(new Step(stage, true, text));
  }

  private void stopped(Stage stage, String text) {
    steps.add(new Step(stage, false, text));
  }

  private static String quoted(List<String> words) {
    return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
  }

  /** Returns the steps; where none was heard, the answer itself is the first. */
  List<Step> steps(Answer answer) {
    if (steps.isEmpty()) {
      stopped(Stage.PARSE, answer.reason());
    }
    return steps;
  }

  String decidedBy() {
    return decidedBy;
  }
}
