package dev.safemcp.safety.result;

import dev.safemcp.safety.redact.Redacted;

/**
 * The envelope that answers every call of a known tool, good or bad arguments alike.
 *
 * @param code how the call ended
 * @param action the tool's name
 * @param reason one sentence for the model, redacted
 * @param detail what the tool has to say beyond it; empty for a refusal
 * @param durationMillis wall-clock time of the call in milliseconds, not negative
 */
public record OperationResult(
    ResultCode code, String action, Redacted reason, Detail detail, long durationMillis) {

  /** Returns whether the call did what was asked. */
  public boolean ok() {
    return code.ok();
  }
}
