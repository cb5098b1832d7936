package dev.safemcp.cli;

import dev.safemcp.stdio.StandardStreams;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The session from which the start-up archive is made: both servers, one after the other, each
 * asked what a client asks first. Packaging runs it; nothing else does.
 */
public final class Training {
  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
      "capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"training","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":"list","method":"tools/list","params":{}}
      {"jsonrpc":"2.0","id":"ping","method":"ping"}
      """;

  private static final List<String> TERMINAL =
      List.of(
          call(1, "run_command", "\"command\":\"echo 'hello there'\""),
          call(2, "run_command", "\"command\":\"ls .\",\"cwd\":\".\""),
          call(3, "run_command", "\"command\":\"cat ../x\""),
          call(4, "run_command", "\"command\":\"rm x\""),
          call(5, "explain_command", "\"command\":\"cat one.txt\""));

  private static final List<String> FILES =
      List.of(
          call(1, "list_files", ""),
          call(2, "plan_organize", ""),
          call(3, "move_file", "\"src\":\"one.txt\",\"dest\":\"two.txt\""),
          call(4, "undo_last_action", ""));

  private Training() {}

  /** Serves the two sessions under the policy that the one argument names. */
  public static void main(String[] arguments) throws Exception {
    Main.preload();
    PrintStream errors = StandardStreams.take().err();
    int terminal = serve("terminal", arguments[0], TERMINAL, errors);
    int files = serve("files", arguments[0], FILES, errors);
    System.exit(Math.max(terminal, files));
  }

  private static int serve(String server, String policy, List<String> calls, PrintStream errors)
      throws Exception {
    String input = INITIALIZE + calls.stream().collect(Collectors.joining("\n", "", "\n"));
    StandardStreams streams =
        new StandardStreams(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            OutputStream.nullOutputStream(),
            errors);
    Surroundings surroundings =
        new Surroundings(streams, System.getenv(), Path.of("").toAbsolutePath());
    return Main.server(List.of(server, "--config", policy), surroundings).orElseThrow().call();
  }

  private static String call(int id, String tool, String arguments) {
    return """
    {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{%s}}}\
    """
        .formatted(id, tool, arguments);
  }
}
