package dev.safemcp.stdio.era;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A transport without a wire: what the SDK sends goes back to the one who handed the request in,
 * who stands in the subscriber's context. The SDK's own stdio transport ends at the first broken
 * line, drops answers at the end of the input and dies under concurrent calls.
 */
final class OneSession implements McpServerTransportProvider, McpServerTransport {
  private McpServerSession.@Nullable Factory factory;

  /** Opens the session. The server must have been built on this provider. */
  McpServerSession open() {
    if (factory == null) {
      throw new IllegalStateException("no server was built on this provider");
    }
    return factory.create(this);
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory sessionFactory) {
    factory = sessionFactory;
  }

  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    return Mono.deferContextual(
        context -> {
          if (message instanceof McpSchema.JSONRPCResponse response) {
            context.get(HandshakeEra.Answer.class).take(response);
          }
          return Mono.empty();
        });
  }

  /** The tools never change, so there is nothing that a server would tell its clients unasked. */
  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return Mono.empty();
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return Sdk.MAPPER.convertValue(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {}

  @Override
  public java.util.List<String> protocolVersions() {
    return McpServerTransportProvider.super.protocolVersions();
  }
}
