package dev.safemcp.safety.operation;

import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.ResultCode;
import java.util.OptionalInt;

/**
 * What an operation has to say before it is redacted, recorded and timed.
 *
 * @param code how it ended
 * @param reason one sentence for the client
 * @param detail what the tool has to say beyond it
 * @param exitCode a command's exit status where it had one
 * @param cancelled whether the client took the call back
 */
public record Answer(
    ResultCode code, String reason, Detail detail, OptionalInt exitCode, boolean cancelled) {

  /** Returns the answer of an operation that is no command. */
  public static Answer of(ResultCode code, String reason, Detail detail) {
    return new Answer(code, reason, detail, OptionalInt.empty(), false);
  }

  /** Returns a refusal: it carries no detail. */
  public static Answer refused(ResultCode code, String reason) {
    return of(code, reason, Detail.none());
  }
}
