package dev.safemcp.safety.audit;

import java.util.Optional;

/**
 * The proof that an attempt was recorded, or that the operator chose to go on without: made by
 * {@link AuditLog} alone. Acting code takes one, so that nothing can act unrecorded.
 *
 * <p>Immutable.
 */
public final class Permit implements Admission {
  private final String id;
  private final String action;
  private final String request;
  private final Optional<String> warning;

  Permit(String id, String action, String request, Optional<String> warning) {
    this.id = id;
    this.action = action;
    this.request = request;
    this.warning = warning;
  }

  /** Returns the id that joins the attempt's record and the outcome's. */
  public String id() {
    return id;
  }

  /** Returns the tool's name. */
  public String action() {
    return action;
  }

  /** Returns the redacted request, for the outcome's record. */
  String request() {
    return request;
  }

  /**
   * Returns what the client must be told where the record could not be written under {@code open}.
   */
  public Optional<String> warning() {
    return warning;
  }
}
