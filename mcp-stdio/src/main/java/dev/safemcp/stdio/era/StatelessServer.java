package dev.safemcp.stdio.era;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.safemcp.stdio.catalogue.Catalogue;
import dev.safemcp.stdio.message.ErrorCode;
import dev.safemcp.stdio.message.Message;
import dev.safemcp.stdio.message.Message.Request;
import dev.safemcp.stdio.message.Reply;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.modern.JsonRpc;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.server.McpAsyncResponse;
import io.modelcontextprotocol.modern.server.McpHeaders;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpTransportResponse;
import io.modelcontextprotocol.modern.server.RequestStateCodec;
import io.modelcontextprotocol.modern.server.feature.McpAsyncTool;
import io.modelcontextprotocol.modern.server.feature.McpAsyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The SDK's server of the revision 2026-07-28, asked in memory.
 *
 * <p>The one class on {@code io.modelcontextprotocol.modern}, whose API may change in any minor
 * release until 3.0. Loading it loads the SDK and Reactor. Thread-safe.
 */
final class StatelessServer {
  private static final List<String> META_KEYS =
      List.of(
          StatelessEra.VERSION_KEY,
          "io.modelcontextprotocol/clientCapabilities",
          "io.modelcontextprotocol/clientInfo");

  /** Lists are constant while the server runs; a client may keep them for an hour. */
  private static final long TTL_MILLIS = 3_600_000;

  /** We never ask a client for more input; the SDK's own codec would make a key for nothing. */
  private static final RequestStateCodec NO_STATE =
      new RequestStateCodec() {
        @Override
        public String seal(McpRequestContext context, String state) {
          throw new IllegalStateException("no request has a state");
        }

        @Override
        public @Nullable String open(McpRequestContext context, String sealed) {
          return null;
        }
      };

  private final McpServer server;

  /** Builds the server of a catalogue. */
  StatelessServer(Catalogue catalogue) {
    this.server = build(catalogue);
  }

  /** Answers a request that calls no tool. */
  Reply answer(Request request) {
    return ask(request, new LinkedHashMap<>(), null);
  }

  /** Answers a tool call: blocks while the operation runs. */
  Reply call(Request request, ToolCall call) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("name", call.tool().operation().name());
    params.put("arguments", Map.of());
    return ask(request, params, call);
  }

  private Reply ask(
      Request request, Map<String, @Nullable Object> params, @Nullable ToolCall call) {
    Map<String, @Nullable Object> meta = new LinkedHashMap<>();
    for (String key : META_KEYS) {
      if (request.meta().containsKey(key)) {
        meta.put(key, request.meta().get(key));
      }
    }
    params.put(Message.META, meta);
    McpTransportContext context =
        McpTransportContext.create(
            Map.of(McpHeaders.TRANSPORT_CONTEXT_KEY, McpHeaders.NOT_MIRRORED));
    // Everything happens on this thread: our repository and handlers do not switch.
    McpTransportResponse response =
        server
            .handle(
                context, new JsonRpc.JSONRPCRequest(request.method(), request.id().value(), params))
            .contextWrite(carried -> call == null ? carried : carried.put(ToolCall.class, call))
            .block();
    return switch (response) {
      case McpTransportResponse.Result result ->
          new Reply.Result(Sdk.json(result.response().result()));
      case McpTransportResponse.Error error -> failure(request, error.response().error());
      case null, default -> Reply.failure(ErrorCode.INTERNAL_ERROR, Refusals.DEFECT);
    };
  }

  /** The codes are the SDK's; its words only where they are fixed ones, or the protocol's data. */
  private static Reply failure(Request request, JsonRpc.JSONRPCResponse.JSONRPCError error) {
    if (error.code() == ErrorCode.METHOD_NOT_FOUND.number()) {
      return Refusals.unknownMethod(request.method());
    }
    if (error.code() == ErrorCode.INTERNAL_ERROR.number()) {
      return Reply.failure(ErrorCode.INTERNAL_ERROR, Refusals.DEFECT);
    }
    return new Reply.Failure(
        error.code(), error.message(), Optional.ofNullable(error.data()).map(Sdk::json));
  }

  private static McpServer build(Catalogue catalogue) {
    return McpServer.builder()
        .serverInfo(McpSchema.Implementation.builder(catalogue.name(), catalogue.version()).build())
        .instructions(catalogue.instructions())
        .jsonMapper(Sdk.MAPPER)
        .requestStateCodec(NO_STATE)
        .discoverCache(TTL_MILLIS, McpSchema.CacheScope.PRIVATE)
        .feature(
            ToolsFeature.ofAsync(
                new Tools(catalogue.tools().stream().map(StatelessServer::tool).toList()),
                Sdk.MAPPER,
                Sdk.NO_VALIDATION,
                TTL_MILLIS,
                McpSchema.CacheScope.PRIVATE))
        .build();
  }

  private static McpAsyncTool tool(Catalogue.Entry tool) {
    Catalogue.Hints hints = tool.hints();
    return McpAsyncTool.of(
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
            .build(),
        (context, sanitized) ->
            Mono.deferContextual(
                carried ->
                    Mono.fromCallable(
                        () ->
                            McpAsyncResponse.result(
                                result(carried.get(ToolCall.class).perform())))));
  }

  private static McpSchema.CallToolOutcome result(String envelope) {
    return McpSchema.CallToolResult.builder()
        .addContent(McpSchema.TextContent.builder(envelope).build())
        .structuredContent(new RawValue(envelope))
        .isError(false)
        .build();
  }

  /** The tools, always the same. */
  private record Tools(List<McpAsyncTool> tools) implements McpAsyncToolRepository {
    @Override
    public Mono<ToolsPage> list(McpRequestContext context, @Nullable String cursor) {
      return Mono.just(ToolsPage.of(tools.stream().map(McpAsyncTool::definition).toList()));
    }

    @Override
    public Mono<McpAsyncTool> find(McpRequestContext context, String name) {
      return Mono.justOrEmpty(
          tools.stream().filter(tool -> tool.definition().name().equals(name)).findFirst());
    }
  }
}
