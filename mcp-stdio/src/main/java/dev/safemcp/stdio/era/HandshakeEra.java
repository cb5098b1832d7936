package dev.safemcp.stdio.era;

import dev.safemcp.stdio.catalogue.Catalogue;
import dev.safemcp.stdio.message.ErrorCode;
import dev.safemcp.stdio.message.Message.Request;
import dev.safemcp.stdio.message.Reply;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The revisions 2024-11-05 to 2025-11-25: {@code initialize} first, then the rest.
 *
 * <p>Answers by itself and knows no SDK: a client starts a server anew every time, and waits for
 * this answer. The SDK with Reactor costs four times what all the rest of a start does, for four
 * methods. Tests hold what is said here to the SDK's own client and its schemas.
 *
 * <p>A request before the handshake is refused, but for {@code ping}. The handshake counts as done
 * with our answer to {@code initialize}: a client may send on at once, before {@code
 * notifications/initialized}.
 */
public final class HandshakeEra implements Era {
  /** The revisions spoken; the last is offered to a client that asks for another. */
  private static final List<String> REVISIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  private final Catalogue catalogue;
  private volatile boolean initialized;

  /** Makes the era of one connection. */
  public HandshakeEra(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public Reply answer(Request request) {
    return switch (request.method()) {
      case "ping" -> new Reply.Result("{}");
      case "initialize" -> initialized ? alreadyInitialized() : initialize(request);
      case "tools/list" ->
          initialized ? new Reply.Result(HandshakeResults.tools(catalogue)) : notInitialized();
      default -> Refusals.unknownMethod(request.method());
    };
  }

  @Override
  public Reply call(Request request, ToolCall call) {
    return initialized
        ? new Reply.Result(HandshakeResults.called(call.perform()))
        : notInitialized();
  }

  private Reply initialize(Request request) {
    Map<String, @Nullable Object> params = request.params();
    if (!(params.get("protocolVersion") instanceof String asked)
        || !objectOrAbsent(params.get("capabilities"))
        || !objectOrAbsent(params.get("clientInfo"))) {
      return noHandshake();
    }
    // From here on calls are served, so this is set before the client can have read the answer.
    initialized = true;
    return new Reply.Result(
        HandshakeResults.initialized(
            catalogue, REVISIONS.contains(asked) ? asked : REVISIONS.getLast()));
  }

  private static boolean objectOrAbsent(@Nullable Object value) {
    return value == null || value instanceof Map<?, ?>;
  }

  private static Reply noHandshake() {
    return Reply.failure(
        ErrorCode.INVALID_PARAMS,
        "'initialize' needs a protocolVersion, capabilities and a clientInfo with name and"
            + " version");
  }

  private static Reply alreadyInitialized() {
    return Reply.failure(
        ErrorCode.INVALID_REQUEST, "this connection is initialized already: go on with it");
  }

  private static Reply notInitialized() {
    return Reply.failure(
        ErrorCode.INVALID_REQUEST,
        "this connection is not initialized: send 'initialize' first, or name the protocol version"
            + " in '_meta' as revision 2026-07-28 has it");
  }
}
