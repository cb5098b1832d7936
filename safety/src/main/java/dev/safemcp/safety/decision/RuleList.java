package dev.safemcp.safety.decision;

import dev.safemcp.safety.decision.Rule.Effect;
import dev.safemcp.safety.decision.Rule.Layer;
import dev.safemcp.safety.request.ClientText;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The rules of a server, in the order of its policy file, and their one evaluator.
 *
 * <p>Thread-safe and immutable. No rules allow nothing.
 *
 * @param rules the rules
 * @param unmatched what the client is told when no rule allows a request; {@code %s} stands for the
 *     name
 */
public record RuleList(List<Rule> rules, String unmatched) {
  public RuleList {
    rules = List.copyOf(rules);
  }

  /**
   * Returns the rules that bind every tool: a filter of the one list, so that the two can never
   * disagree.
   */
  public RuleList protections() {
    return new RuleList(
        rules.stream().filter(rule -> rule.layer() == Layer.PROTECTION).toList(), unmatched);
  }

  /**
   * Decides: what is denied outright, then what no rule allows, then what a rule on tokens denies.
   * Deny wins over allow wherever the two stand in the list.
   */
  public Decision evaluate(Request request) {
    Optional<Rule> outright =
        first(rule -> rule.effect() == Effect.DENY && !rule.conditional(), request);
    if (outright.isPresent()) {
      return new Decision.Denied(outright.get().reason(), outright);
    }
    Optional<Rule> allowing = first(rule -> rule.effect() == Effect.ALLOW, request);
    if (allowing.isEmpty()) {
      return new Decision.Denied(
          unmatched.replace("%s", ClientText.bounded(request.name(), ClientText.NAME)),
          Optional.empty());
    }
    Optional<Rule> denying =
        first(rule -> rule.effect() == Effect.DENY && rule.conditional(), request);
    if (denying.isPresent()) {
      return new Decision.Denied(denying.get().reason(), denying);
    }
    return new Decision.Allowed(allowing.get().reason());
  }

  private Optional<Rule> first(Predicate<Rule> kind, Request request) {
    return rules.stream().filter(rule -> kind.test(rule) && rule.matches(request)).findFirst();
  }
}
