package dev.safemcp.safety.audit;

import java.util.Optional;

/** What became of an outcome's record. */
public sealed interface Settlement permits Settlement.Recorded, Unavailable {
  /**
   * The record stands, or the operator chose to go on without.
   *
   * @param warning what the client must be told in the second case
   */
  record Recorded(Optional<String> warning) implements Settlement {}
}
