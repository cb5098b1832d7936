package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redacted;
import java.util.function.Consumer;

/** The audit log of one server process. Thread-safe; several processes may share the file. */
public final class AuditLog implements AutoCloseable {
  private AuditLog() {}

  /** What opening says. */
  public sealed interface Opening {
    /** The log can be written. */
    record Opened(AuditLog log) implements Opening {}

    /** It cannot, and the policy is fail-closed. */
    record Failed(String reason) implements Opening {}
  }

  /**
   * Opens or creates the log.
   *
   * @param policy where it lies
   * @param server which server writes
   * @param fingerprint the effective policy's hash
   * @param warnings where a line for the operator goes
   */
  public static Opening open(
      AuditPolicy policy, ServerKind server, String fingerprint, Consumer<String> warnings) {
    throw new UnsupportedOperationException();
  }

  /** Records an attempt, durably, before anything runs. */
  public Admission attempt(String action, Redacted request) {
    throw new UnsupportedOperationException();
  }

  /** Records how an attempt ended, durably, before the client hears of it. */
  public Settlement outcome(Permit permit, Outcome outcome) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
