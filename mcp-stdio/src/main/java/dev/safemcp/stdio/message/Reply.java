package dev.safemcp.stdio.message;

import java.util.Optional;

/** What a request is answered. */
public sealed interface Reply {
  /**
   * It was served.
   *
   * @param json the result, one JSON value without line breaks
   */
  record Result(String json) implements Reply {}

  /**
   * It was not.
   *
   * @param code one of {@link ErrorCode}, or a code of the protocol's own
   * @param reason for the client
   * @param data more of it, as JSON without line breaks, where the protocol asks for it
   */
  record Failure(int code, String reason, Optional<String> data) implements Reply {}

  /** Returns a failure without data. */
  static Reply failure(ErrorCode code, String reason) {
    return new Failure(code.number(), reason, Optional.empty());
  }
}
