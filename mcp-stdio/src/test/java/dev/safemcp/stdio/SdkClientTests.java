package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.modern.client.transport.StdioMcpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Java SDK's own clients, of both eras, against a server process. */
@Timeout(120)
class SdkClientTests {
  private static final JacksonMcpJsonMapper MAPPER = new JacksonMcpJsonMapper(new ObjectMapper());

  @Test
  void theClientOfTheHandshakeEraWorks() {
    List<McpSchema.ProgressNotification> heard = new ArrayList<>();
    try (McpSyncClient client =
        io.modelcontextprotocol.client.McpClient.sync(new StdioClientTransport(process(), MAPPER))
            .progressConsumer(heard::add)
            .build()) {
      McpSchema.InitializeResult said = client.initialize();
      assertThat(said.serverInfo().name()).isEqualTo("stand-in");
      assertThat(said.capabilities().logging()).isNull();
      client.ping();
      assertThat(client.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .containsExactly("echo", "wait", "stubborn", "defect");
      // The client holds the answer to the output schema that was listed.
      McpSchema.CallToolResult result =
          client.callTool(
              McpSchema.CallToolRequest.builder("echo").arguments(Map.of("text", "hi")).build());
      assertThat(result.isError()).isFalse();
      assertThat(result.structuredContent())
          .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
          .containsEntry("code", "OK");
      McpSchema.CallToolResult refused =
          client.callTool(McpSchema.CallToolRequest.builder("echo").arguments(Map.of()).build());
      assertThat(refused.structuredContent())
          .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
          .containsEntry("code", "INVALID_REQUEST")
          .containsEntry("detail", Map.of());
    }
  }

  @Test
  void theClientOfTheEraWithoutAHandshakeWorks() {
    try (StdioMcpClientTransport transport = StdioMcpClientTransport.builder(process()).start()) {
      io.modelcontextprotocol.modern.client.McpSyncClient client =
          io.modelcontextprotocol.modern.client.McpClient.sync(transport).build();
      assertThat(client.discover().supportedVersions()).containsExactly("2026-07-28");
      assertThat(client.listTools().list().tools())
          .extracting(io.modelcontextprotocol.modern.McpSchema.Tool::name)
          .containsExactly("echo", "wait", "stubborn", "defect");
      for (int call = 0; call < 10; call++) {
        io.modelcontextprotocol.modern.McpSchema.CallToolResult result =
            client.tool("echo").arguments(Map.of("text", "hi")).call();
        assertThat(result.structuredContent())
            .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
            .containsEntry("code", "OK");
      }
    }
  }

  private static ServerParameters process() {
    return ServerParameters.builder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString())
        .args("-cp", System.getProperty("java.class.path"), StandIn.class.getName())
        .build();
  }
}
