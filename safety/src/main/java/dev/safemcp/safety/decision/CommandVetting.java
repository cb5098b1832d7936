package dev.safemcp.safety.decision;

import dev.safemcp.safety.decision.Rule.Effect;
import dev.safemcp.safety.decision.Rule.Layer;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns words into a {@link VettedCommand}, or says why not.
 *
 * <p>Thread-safe and immutable: names were resolved to programs once, when it was made.
 */
public final class CommandVetting {
  private final RuleList rules;
  private final Set<String> ruleWords;
  private final Map<String, Program> programs;

  private CommandVetting(RuleList rules, Map<String, Program> programs) {
    this.rules = rules;
    this.programs = Collections.unmodifiableMap(new LinkedHashMap<>(programs));
    Set<String> words = new LinkedHashSet<>();
    rules.rules().forEach(rule -> rule.alternatives().forEach(words::addAll));
    this.ruleWords = Set.copyOf(words);
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
    ProgramSearch search = new ProgramSearch(searchPath, List.of(policy.jailRoot()));
    Map<String, Program> programs = new LinkedHashMap<>();
    for (String name : policy.allowed()) {
      if (isBareName(name)) {
        search.find(name).ifPresent(program -> programs.put(name, program));
      }
    }
    return new CommandVetting(rulesOf(policy), programs);
  }

  private static RuleList rulesOf(TerminalPolicy policy) {
    List<Rule> rules = new ArrayList<>();
    for (String name : policy.denied()) {
      String denied = lastComponent(name);
      String source = "terminal.denylist.commands[" + rules.size() + "]";
      rules.add(always(Effect.DENY, denied, "'" + denied + "' is on the denylist", source));
    }
    for (int i = 0; i < policy.allowed().size(); i++) {
      String name = policy.allowed().get(i);
      if (isBareName(name)) {
        String source = "terminal.allowlist.commands[" + i + "]";
        rules.add(always(Effect.ALLOW, name, "'" + name + "' is allowed", source));
      }
    }
    for (int i = 0; i < policy.rules().size(); i++) {
      ArgumentRule rule = policy.rules().get(i);
      rules.add(
          new Rule(
              Effect.DENY,
              rule.command(),
              rule.denyArgs().stream().map(CommandVetting::wordsOf).toList(),
              Layer.PROTECTION,
              rule.reason(),
              "terminal.rules[" + i + "]"));
    }
    return new RuleList(rules, "'%s' is not on the allowlist (deny by default)");
  }

  private static Rule always(Effect effect, String name, String reason, String source) {
    return new Rule(effect, name, List.of(), Layer.PROTECTION, reason, source);
  }

  /** Returns the words; none for a blank string, all of which are present in every call. */
  private static Set<String> wordsOf(String denyArgs) {
    return denyArgs.isBlank()
        ? Set.of()
        : new LinkedHashSet<>(List.of(denyArgs.strip().split("\\s+")));
  }

  /** Returns the file behind each allowed command that was found, by name: real, executable. */
  public Map<String, Path> executables() {
    Map<String, Path> files = new LinkedHashMap<>();
    programs.forEach((name, program) -> files.put(name, program.file()));
    return Collections.unmodifiableMap(files);
  }

  /**
   * Decides on words: the name first, then its arguments, then whether the program is there.
   *
   * @param words as a {@link dev.safemcp.safety.command.CommandLine.Words} has them, at least one
   */
  public Verdict vet(List<String> words) {
    String name = words.getFirst();
    return switch (decide(words)) {
      case Decision.Denied denied -> new Verdict.Denied(denied.reason());
      case Decision.Allowed allowed ->
          Optional.ofNullable(programs.get(name))
              .<Verdict>map(
                  program ->
                      new Verdict.Vetted(
                          new VettedCommand(
                              name, program, words.subList(1, words.size()), allowed.reason())))
              .orElseGet(
                  () ->
                      new Verdict.Missing(
                          allowed.reason()
                              + ", but no such program was found on the PATH when the server"
                              + " started"));
    };
  }

  /**
   * Returns what the rules say of words, which {@link #vet} goes by.
   *
   * @param words at least one
   */
  public Decision decide(List<String> words) {
    String name = words.getFirst();
    // A path is on no allowlist; this is only about which refusal the client reads.
    Decision byName = rules.evaluate(new Request(lastComponent(name), Set.of()));
    return byName instanceof Decision.Denied denied && denied.rule().isPresent()
        ? denied
        : rules.evaluate(new Request(name, tokens(words)));
  }

  private Set<String> tokens(List<String> words) {
    return ArgumentWords.carried(ruleWords, words.getFirst(), words.subList(1, words.size()));
  }

  /**
   * A rule that is about a command's name.
   *
   * @param rule the rule
   * @param carried the first of its alternatives that the arguments carry; empty where none is, or
   *     the rule has none
   */
  public record Considered(Rule rule, Optional<Set<String>> carried) {}

  /**
   * Returns the rules about a command's name, those that do not match its arguments included: for
   * explaining.
   *
   * @param words at least one
   */
  public List<Considered> considered(List<String> words) {
    Request byPath = new Request(lastComponent(words.getFirst()), Set.of());
    Request request = new Request(words.getFirst(), tokens(words));
    return rules.rules().stream()
        .filter(rule -> rule.name().equals(request.name()) || rule.matches(byPath))
        .map(
            rule ->
                new Considered(
                    rule,
                    rule.alternatives().stream().filter(request.tokens()::containsAll).findFirst()))
        .toList();
  }

  /** Returns the rules: denials by name, what is allowed, denials by argument. */
  public RuleList rules() {
    return rules;
  }

  /**
   * Returns what an allowed name starts.
   *
   * @return absolute, outside the root; empty where the name is not allowed or nothing was found
   */
  public Optional<Path> program(String name) {
    return Optional.ofNullable(programs.get(name)).map(Program::start);
  }

  /**
   * Returns whether a name can stand on the allowlist: a path never does, since names are looked
   * up.
   */
  private static boolean isBareName(String name) {
    return !name.isEmpty() && !name.contains("/") && !name.equals(".") && !name.equals("..");
  }

  private static String lastComponent(String name) {
    int end = name.length();
    while (end > 1 && name.charAt(end - 1) == '/') {
      end--;
    }
    return name.substring(name.lastIndexOf('/', end - 1) + 1, end);
  }
}
