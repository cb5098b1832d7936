package dev.safemcp.stdio.era;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.safemcp.stdio.catalogue.Catalogue;
import dev.safemcp.stdio.message.ErrorCode;
import dev.safemcp.stdio.message.Message.Request;
import dev.safemcp.stdio.message.Reply;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The revisions 2024-11-05 to 2025-11-25: {@code initialize} first, then the rest.
 *
 * <p>A request before the handshake is refused, but for {@code ping}. The handshake counts as done
 * with our answer to {@code initialize}: a client that sends on at once, before {@code
 * notifications/initialized}, would be left without an answer by the SDK until that comes.
 */
public final class HandshakeEra implements Era {
  private final Catalogue catalogue;
  private @Nullable McpServerSession session;
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
      case "tools/list" -> initialized ? ask(request, Map.of(), null) : notInitialized();
      default -> Refusals.unknownMethod(request.method());
    };
  }

  @Override
  public Reply call(Request request, ToolCall call) {
    if (!initialized) {
      return notInitialized();
    }
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("name", call.tool().operation().name());
    params.put("arguments", Map.of());
    return ask(request, params, call);
  }

  private Reply initialize(Request request) {
    // The SDK takes a handshake without a version for one.
    if (!(request.params().get("protocolVersion") instanceof String)) {
      return noHandshake();
    }
    Reply reply = ask(request, request.params(), null);
    if (reply instanceof Reply.Failure) {
      return noHandshake();
    }
    session().handle(new McpSchema.JSONRPCNotification("notifications/initialized", null)).block();
    initialized = true;
    return reply;
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

  private Reply ask(
      Request request, Map<String, ? extends @Nullable Object> params, @Nullable ToolCall call) {
    Answer answer = new Answer(call);
    // Everything happens on this thread: neither the session nor our handlers switch.
    session()
        .handle(new McpSchema.JSONRPCRequest(request.method(), request.id().value(), params))
        .contextWrite(context -> context.put(Answer.class, answer))
        .block();
    return answer.reply();
  }

  private McpServerSession session() {
    McpServerSession opened = session;
    if (opened == null) {
      OneSession provider = new OneSession();
      McpServer.async(provider)
          .serverInfo(
              McpSchema.Implementation.builder(catalogue.name(), catalogue.version()).build())
          .instructions(catalogue.instructions())
          .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
          .jsonMapper(Sdk.MAPPER)
          .jsonSchemaValidator(Sdk.NO_VALIDATION)
          .validateToolInputs(false)
          .tools(catalogue.tools().stream().map(HandshakeEra::specification).toList())
          .build();
      opened = provider.open();
      session = opened;
    }
    return opened;
  }

  private static AsyncToolSpecification specification(Catalogue.Entry tool) {
    Catalogue.Hints hints = tool.hints();
    return AsyncToolSpecification.builder()
        .tool(
            McpSchema.Tool.builder(tool.operation().name(), tool.inputSchema())
                .title(tool.title())
                .description(tool.description())
                .outputSchema(tool.outputSchema())
                .annotations(
                    McpSchema.ToolAnnotations.builder()
                        .title(tool.title())
                        .readOnlyHint(hints.readOnly())
                        .destructiveHint(hints.destructive())
                        .idempotentHint(hints.idempotent())
                        .openWorldHint(hints.openWorld())
                        .build())
                .build())
        .callHandler(
            (exchange, sanitized) ->
                Mono.deferContextual(
                    context ->
                        Mono.fromCallable(() -> result(context.get(Answer.class).perform()))))
        .build();
  }

  private static McpSchema.CallToolResult result(String envelope) {
    return McpSchema.CallToolResult.builder(
            List.of(McpSchema.TextContent.builder(envelope).build()))
        .structuredContent(new RawValue(envelope))
        .isError(false)
        .build();
  }

  /** Carries a call into the SDK and its answer out again. For one request. */
  static final class Answer {
    private final @Nullable ToolCall call;
    private McpSchema.@Nullable JSONRPCResponse response;

    Answer(@Nullable ToolCall call) {
      this.call = call;
    }

    String perform() {
      if (call == null) {
        throw new IllegalStateException("no tool was called");
      }
      return call.perform();
    }

    void take(McpSchema.JSONRPCResponse answered) {
      response = answered;
    }

    /** The SDK's own words stay here: they may be those of an exception. */
    Reply reply() {
      return response == null || response.error() != null
          ? Reply.failure(ErrorCode.INTERNAL_ERROR, Refusals.DEFECT)
          : new Reply.Result(Sdk.json(withoutLogging(response.result())));
    }

    /** The SDK offers logging whether there is any or not; we have none to offer. */
    private static Object withoutLogging(Object result) {
      return result instanceof McpSchema.InitializeResult said
          ? new McpSchema.InitializeResult(
              said.protocolVersion(),
              new McpSchema.ServerCapabilities(
                  null, null, null, null, null, said.capabilities().tools()),
              said.serverInfo(),
              said.instructions(),
              said.meta())
          : result;
    }
  }
}
