package dev.safemcp.safety.result;

/** Says how a tool call ended. Names are part of the wire format and of the audit log. */
public enum ResultCode {
  /** Done. A command's own non-zero exit status is still this. */
  OK,
  /** Ran, and its output met the cap. */
  OUTPUT_TRUNCATED,
  /** A list, an argument rule, a metacharacter, an empty command, a protection, or default deny. */
  POLICY_DENIED,
  /** Every invariant holds; refused only since acting unasked would be a guess. */
  NEEDS_EXPLICIT_REQUEST,
  /** The arguments are wrong in themselves. */
  INVALID_REQUEST,
  /** A path leaves the root. */
  PATH_ESCAPE,
  /** The wall clock ran out; the whole process tree is dead. */
  TIMEOUT,
  /** Allowed, but the world said no. */
  OPERATION_FAILED,
  /** The audit record could not be written, and the policy is fail-closed. */
  AUDIT_UNAVAILABLE,
  /** A defect of ours. */
  INTERNAL_ERROR;

  /**
   * Returns whether the call did what was asked: true for {@link #OK} and {@link #OUTPUT_TRUNCATED}
   * alone.
   */
  public boolean ok() {
    return this == OK || this == OUTPUT_TRUNCATED;
  }
}
