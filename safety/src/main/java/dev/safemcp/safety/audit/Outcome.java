package dev.safemcp.safety.audit;

import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.result.ResultCode;
import java.util.OptionalInt;

/**
 * How an attempt ended, for its second record.
 *
 * @param code the result's code
 * @param reason the result's reason
 * @param exitCode the command's exit status where it had one
 * @param durationMillis wall-clock time of the call in milliseconds
 * @param cancelled whether the client took the call back
 */
public record Outcome(
    ResultCode code,
    Redacted reason,
    OptionalInt exitCode,
    long durationMillis,
    boolean cancelled) {}
