package dev.safemcp.stdio.message;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a line turns out to be. */
public sealed interface Message {
  /** A key of {@code params} that belongs to the protocol, not to the method. */
  String META = "_meta";

  /**
   * Something to be answered.
   *
   * @param id not null on the wire
   * @param method any text
   * @param params empty where there were none
   */
  record Request(RequestId id, String method, Map<String, @Nullable Object> params)
      implements Message {
    /** Returns the protocol's own part of the parameters; empty where there is none. */
    public Map<?, ?> meta() {
      return params.get(META) instanceof Map<?, ?> meta ? meta : Map.of();
    }
  }

  /**
   * Something that is not answered.
   *
   * @param method any text
   * @param params empty where there were none, or no object
   */
  record Notification(String method, Map<String, @Nullable Object> params) implements Message {}

  /** An answer. We ask nothing, so it answers nothing. */
  record Response() implements Message {}

  /**
   * No message.
   *
   * @param id whom to answer, where the line said it
   * @param code what is wrong
   * @param reason the same in words of ours, nothing of the line in it
   */
  record Malformed(Optional<RequestId> id, ErrorCode code, String reason) implements Message {}
}
