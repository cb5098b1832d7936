package dev.safemcp.safety.decision;

import java.util.Optional;

/** What the rules say of a request. */
public sealed interface Decision {
  /** Returns what the client is told. */
  String reason();

  /**
   * The request may go on.
   *
   * @param reason what the client is told
   */
  record Allowed(String reason) implements Decision {}

  /**
   * The request ends here.
   *
   * @param reason what the client is told
   * @param rule the rule that said so; empty where none allowed it
   */
  record Denied(String reason, Optional<Rule> rule) implements Decision {}
}
