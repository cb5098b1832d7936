package dev.safemcp.safety.decision;

import java.util.List;
import java.util.Set;

/**
 * One line of a rule list.
 *
 * @param effect what a match means
 * @param name the request's name that it is about
 * @param alternatives sets of tokens; one of them wholly present is a match. None: every request of
 *     that name matches
 * @param layer whom it binds
 * @param reason what the client is told when it decides
 * @param source where the operator wrote it, as in {@code terminal.rules[0]}; empty where nobody
 *     did
 */
public record Rule(
    Effect effect,
    String name,
    List<Set<String>> alternatives,
    Layer layer,
    String reason,
    String source) {
  public Rule {
    alternatives = alternatives.stream().map(Set::copyOf).toList();
  }

  /** Makes a rule that no file has. */
  public Rule(
      Effect effect, String name, List<Set<String>> alternatives, Layer layer, String reason) {
    this(effect, name, alternatives, layer, reason, "");
  }

  /** What a match means. */
  public enum Effect {
    /** The request may go on. */
    ALLOW,
    /** The request ends here. */
    DENY
  }

  /** Whom a rule binds. */
  public enum Layer {
    /** Every tool. */
    PROTECTION,
    /** What acts unasked. */
    RESTRAINT
  }

  /** Returns whether the rule looks at tokens at all. */
  public boolean conditional() {
    return !alternatives.isEmpty();
  }

  /** Returns whether the rule is about this request. */
  boolean matches(Request request) {
    return name.equals(request.name())
        && (alternatives.isEmpty()
            || alternatives.stream().anyMatch(request.tokens()::containsAll));
  }
}
