import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.modern.client.transport.StdioMcpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The Java SDK's clients of both eras against the server that the arguments start. */
final class JavaSdk {
  /** A call of run_command, and the code of its answer. */
  private record Expected(Map<String, Object> arguments, String code) {}

  private static final List<Expected> EXPECTED =
      List.of(
          new Expected(Map.of("command", "pwd"), "OK"),
          new Expected(Map.of("command", "rm -rf ."), "POLICY_DENIED"),
          new Expected(Map.of("command", "cat ../outside"), "PATH_ESCAPE"),
          new Expected(Map.of(), "INVALID_REQUEST"),
          new Expected(Map.of("command", "pwd", "more", 1), "INVALID_REQUEST"));

  private JavaSdk() {}

  public static void main(String[] arguments) {
    ServerParameters server =
        ServerParameters.builder(arguments[0])
            .args(Arrays.copyOfRange(arguments, 1, arguments.length))
            .build();
    handshake(server);
    stateless(server);
  }

  private static void handshake(ServerParameters server) {
    List<McpSchema.ProgressNotification> heard = new CopyOnWriteArrayList<>();
    try (McpSyncClient client =
        McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
            .progressConsumer(heard::add)
            // The SDK's own validator is not among the product's jars.
            .jsonSchemaValidator(
                (schema, content) ->
                    JsonSchemaValidator.ValidationResponse.asValid(String.valueOf(content)))
            .build()) {
      McpSchema.InitializeResult said = client.initialize();
      require(said.protocolVersion().equals("2025-11-25"), said);
      client.ping();
      require(client.listTools().tools().size() == 2, "two tools");
      for (Expected expected : EXPECTED) {
        requireCode(
            expected,
            client
                .callTool(
                    McpSchema.CallToolRequest.builder("run_command")
                        .arguments(expected.arguments())
                        .build())
                .structuredContent());
      }
      client.callTool(
          McpSchema.CallToolRequest.builder("run_command")
              .arguments(Map.of("command", "sleep 2"))
              .meta(Map.of("progressToken", "t"))
              .build());
      require(!heard.isEmpty(), "two seconds are told of");
    }
    System.out.println("ok: java sdk, 2025-11-25");
  }

  private static void stateless(ServerParameters server) {
    try (StdioMcpClientTransport transport = StdioMcpClientTransport.builder(server).start()) {
      var client = io.modelcontextprotocol.modern.client.McpClient.sync(transport).build();
      require(client.discover().supportedVersions().contains("2026-07-28"), "the version");
      require(client.listTools().list().tools().size() == 2, "two tools");
      for (Expected expected : EXPECTED) {
        requireCode(
            expected,
            client.tool("run_command").arguments(expected.arguments()).call().structuredContent());
      }
    }
    System.out.println("ok: java sdk, 2026-07-28");
  }

  private static void requireCode(Expected expected, Object envelope) {
    require(
        envelope instanceof Map<?, ?> map && expected.code().equals(map.get("code")),
        expected + ": " + envelope);
  }

  private static void require(boolean holds, Object otherwise) {
    if (!holds) {
      throw new AssertionError(String.valueOf(otherwise));
    }
  }
}
