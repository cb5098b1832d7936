package dev.safemcp.safety.decision;

import dev.safemcp.safety.decision.Rule.Effect;
import dev.safemcp.safety.decision.Rule.Layer;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns words into a {@link VettedCommand}, or says why not.
 *
 * <p>Thread-safe and immutable: names were resolved to programs once, when it was made.
 */
public final class CommandVetting {
  private static final int SHOWN = 64;

  private final RuleList rules;
  private final Set<String> denied;
  private final Set<String> namedByRules;
  private final ProgramCatalog programs;

  private CommandVetting(
      RuleList rules, Set<String> denied, Set<String> namedByRules, ProgramCatalog programs) {
    this.rules = rules;
    this.denied = denied;
    this.namedByRules = namedByRules;
    this.programs = programs;
  }

  /** What vetting says. */
  public sealed interface Verdict {
    /** The policy allows it, and the program is there. */
    record Vetted(VettedCommand command) implements Verdict {}

    /** A list or a rule refuses it. */
    record Denied(String reason) implements Verdict {}

    /** The policy allows it, but no program of that name was found when the server started. */
    record Missing(String reason) implements Verdict {}
  }

  /**
   * Reads the policy's lists into rules and resolves each allowed name on {@code searchPath}.
   *
   * @param policy the terminal's policy
   * @param searchPath folders as in PATH; those that are relative or inside the jail do not count
   */
  public static CommandVetting of(TerminalPolicy policy, List<String> searchPath) {
    List<Rule> rules = new ArrayList<>();
    for (String name : policy.denied()) {
      rules.add(rule(Effect.DENY, name, List.of(), "'" + name + "' is on the denylist"));
    }
    for (String name : policy.allowed()) {
      rules.add(rule(Effect.ALLOW, name, List.of(), "'" + name + "' is allowed"));
    }
    Set<String> named = new LinkedHashSet<>();
    for (TerminalPolicy.ArgumentRule rule : policy.rules()) {
      List<Set<String>> alternatives = new ArrayList<>();
      for (String words : rule.denyArgs()) {
        Set<String> wanted = new LinkedHashSet<>();
        for (String word : words.strip().split("\\s+", -1)) {
          wanted.addAll(FlagTokens.wanted(word));
        }
        alternatives.add(wanted);
        named.addAll(wanted);
      }
      rules.add(rule(Effect.DENY, rule.command(), alternatives, rule.reason()));
    }
    return new CommandVetting(
        new RuleList(rules, "'%s' is not on the allowlist (deny by default)"),
        Set.copyOf(policy.denied()),
        named,
        ProgramCatalog.of(policy.allowed(), searchPath, policy.jailRoot()));
  }

  private static Rule rule(
      Effect effect, String name, List<Set<String>> alternatives, String reason) {
    return new Rule(effect, name, alternatives, Layer.PROTECTION, reason);
  }

  /** Returns the program that an allowed name stands for. */
  public Optional<Path> program(String name) {
    return programs.find(name);
  }

  /**
   * Decides on words: the name first, then its arguments.
   *
   * @param words at least one
   */
  public Verdict vet(List<String> words) {
    String name = words.getFirst();
    String last = name.substring(name.lastIndexOf('/') + 1);
    // A denied name is denied by any path; an allowed one is allowed by none.
    String asked = denied.contains(last) ? last : shown(name);
    List<String> arguments = words.subList(1, words.size());
    return switch (rules.evaluate(new Request(asked, FlagTokens.of(arguments, namedByRules)))) {
      case Decision.Denied refused -> new Verdict.Denied(refused.reason());
      case Decision.Allowed allowed ->
          programs
              .find(name)
              .<Verdict>map(
                  program ->
                      new Verdict.Vetted(
                          new VettedCommand(name, program, arguments, allowed.reason())))
              .orElseGet(
                  () ->
                      new Verdict.Missing(
                          "'"
                              + name
                              + "' is allowed, but no such program was found on the PATH when the"
                              + " server started"));
    };
  }

  /** Keeps a hostile name from filling the answer; no policy holds a name of that length. */
  private static String shown(String name) {
    return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "...";
  }
}
