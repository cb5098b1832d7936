package dev.safemcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model reads, before it calls and when it is refused. */
@Timeout(120)
class ModelTextEndToEndTests {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Path policy = Path.of("");

  @BeforeEach
  void writePolicy() throws IOException {
    Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(folder.resolve("state"));
    policy =
        Files.writeString(
            folder.resolve("policy.toml"),
            """
            audit_log = "state/audit.jsonl"
            [terminal]
            jail_root = "root"
            [terminal.limits]
            timeout_seconds = 17
            max_output_bytes = 4321
            cpu_seconds = 29
            max_concurrent = 3
            [terminal.allowlist]
            commands = ["ls", "cat", "no-such-program", "rm", "true"]
            [terminal.denylist]
            commands = ["rm", "hidden-denial"]
            [[terminal.rules]]
            command = "cat"
            deny_args = ["--show-all"]
            reason = "hidden-reason"
            [files]
            workspace_root = "root"
            journal = "state/journal.json"
            max_plan_moves = 37
            [files.categories]
            Papers = [".pdf", ".doc"]
            [[files.skip]]
            layer = "protection"
            when = ["unsafe-name"]
            reason = "the name has characters that act"
            [[files.skip]]
            layer = "restraint"
            when = ["dotfile"]
            reason = "dotfiles are settings"
            """);
  }

  /** What a server says of itself. */
  private record Said(JsonNode hello, JsonNode tools) {
    @Override
    public String toString() {
      return hello.toString() + tools;
    }
  }

  private Said said(String server) throws Exception {
    try (Session session =
        Session.start(Map.of("PATH", "/usr/bin:/bin"), server, "--config", policy.toString())) {
      JsonNode hello =
          session.request(
              "initialize",
              JSON.readTree(
                  """
                  {"protocolVersion": "2025-11-25", "capabilities": {},
                   "clientInfo": {"name": "tests", "version": "1"}}
                  """));
      JsonNode tools = session.request("tools/list", JSON.createObjectNode()).get("tools");
      session.leave(Duration.ofSeconds(10));
      return new Said(hello, tools);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"terminal", "files"})
  void onePolicySaysTheSameAtEveryStartAndNothingOfTheHost(String server) throws Exception {
    Said first = said(server);
    assertThat(said(server)).hasToString(first.toString());
    assertThat(first.toString())
        .doesNotContain(folder.toString(), "/usr/bin", "hidden", "no-such-program");
    assertThat(first.hello().path("instructions").asText())
        .contains("POLICY_DENIED", "PATH_ESCAPE", "ok, code, reason and detail");
  }

  @ParameterizedTest
  @ValueSource(strings = {"terminal", "files"})
  void everyToolSaysAllThatTheProtocolHasAPlaceFor(String server) throws Exception {
    for (JsonNode tool : said(server).tools()) {
      String name = tool.get("name").asText();
      assertThat(tool.path("title").asText()).as(name).isNotBlank();
      assertThat(tool.path("description").asText()).as(name).isNotBlank();
      for (String hint :
          List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")) {
        assertThat(tool.path("annotations").path(hint).isBoolean()).as(name + hint).isTrue();
      }
      for (String schema : List.of("inputSchema", "outputSchema")) {
        assertClosed(tool.get(schema), name + "." + schema);
      }
      JsonNode input = tool.get("inputSchema");
      List<String> required = new ArrayList<>();
      input.get("required").forEach(each -> required.add(each.asText()));
      input
          .get("properties")
          .properties()
          .forEach(
              each -> {
                JsonNode property = each.getValue();
                assertThat(property.path("maxLength").asInt()).as(each.getKey()).isPositive();
                assertThat(property.path("description").asText()).isNotBlank();
                assertThat(property.has("default")).isEqualTo(!required.contains(each.getKey()));
              });
    }
  }

  /** Every object in a schema names its keys and takes no other. */
  private static void assertClosed(JsonNode schema, String where) {
    if (schema.path("type").asText().equals("object")) {
      assertThat(schema.path("additionalProperties").asBoolean(true)).as(where).isFalse();
      assertThat(schema.path("properties").isObject()).as(where).isTrue();
    }
    schema.properties().forEach(each -> assertClosed(each.getValue(), where + "." + each.getKey()));
  }

  @Test
  void theLimitsOfThisPolicyAreTold() throws Exception {
    Said terminal = said("terminal");
    // Allowed and denied is denied; what is not there cannot be run.
    assertThat(terminal.hello().path("instructions").asText()).contains("Programs: ls, cat, true.");
    assertThat(terminal.tools().get(0).get("description").asText())
        .contains(
            "ls, cat, true.",
            "17 s",
            "4321 bytes",
            "29 s of processor time",
            "3 commands at one time")
        .doesNotContain("memory");
    assertThat(said("files").tools().get(1).get("description").asText())
        .contains("At most 37 moves", "Papers (.doc .pdf)");
  }

  /** A call, and how it is refused. */
  private record Refusal(String tool, Map<String, String> arguments, String code, String reason) {}

  private static Stream<Refusal> terminalRefusals() {
    return Stream.of(
        run("rm -rf .", "POLICY_DENIED", "'rm' is on the denylist"),
        run("/bin/rm x", "POLICY_DENIED", "'rm' is on the denylist"),
        run("frob", "POLICY_DENIED", "'frob' is not on the allowlist (deny by default)"),
        run(
            "/usr/bin/ls",
            "POLICY_DENIED",
            "'/usr/bin/ls' is not on the allowlist (deny by default)"),
        run("cat --show-all x", "POLICY_DENIED", "hidden-reason"),
        run(
            "ls | cat",
            "POLICY_DENIED",
            "'|' is a shell metacharacter and refused even inside quotes: no shell runs here, send"
                + " one plain command"),
        run("", "POLICY_DENIED", "the command is empty: send a program's name and its arguments"),
        run("ls 'a", "INVALID_REQUEST", "a single quote is never closed: close it"),
        run(
            "cat ../x",
            "PATH_ESCAPE",
            "'../x' names a place outside the root: name it relative to the folder, without"
                + " leaving the root"),
        run(
            "no-such-program",
            "OPERATION_FAILED",
            "'no-such-program' is allowed, but no such program was found on the PATH when the"
                + " server started"),
        new Refusal(
            "run_command",
            Map.of("command", "ls", "cwd", "/etc"),
            "PATH_ESCAPE",
            "'/etc' is outside the root, or leaves it: name it relative to the folder, without"
                + " leaving the root"),
        new Refusal(
            "run_command",
            Map.of("cmd", "ls"),
            "INVALID_REQUEST",
            "unknown argument 'cmd': this tool takes 'command', 'cwd'"),
        new Refusal(
            "run_command",
            Map.of("cwd", "."),
            "INVALID_REQUEST",
            "argument 'command' is missing: it is required"));
  }

  private static Refusal run(String command, String code, String reason) {
    return new Refusal("run_command", Map.of("command", command), code, reason);
  }

  private static Stream<Refusal> filesRefusals() {
    return Stream.of(
        new Refusal(
            "move_file",
            Map.of("src", "../a", "dest", "b"),
            "PATH_ESCAPE",
            "'../a' contains '..': name it from the workspace root without it"),
        new Refusal(
            "move_file",
            Map.of("src", "link", "dest", "b"),
            "POLICY_DENIED",
            "'organize' is not permitted by any rule (deny by default)"),
        new Refusal(
            "apply_plan",
            Map.of("plan_id", "x"),
            "INVALID_REQUEST",
            "unknown or used plan_id: call plan_organize for a new one"),
        new Refusal("undo_last_action", Map.of(), "OPERATION_FAILED", "there is nothing to undo"),
        new Refusal(
            "plan_organize",
            Map.of("dir", "x"),
            "INVALID_REQUEST",
            "unknown argument 'dir': this tool takes no arguments"));
  }

  @Test
  void aRefusalSaysWhatIsWrongAndWhatWouldBeRightWhereTheContractLeavesRoom() throws Exception {
    Files.createSymbolicLink(folder.resolve("root/link"), folder.resolve("outside"));
    assertRefused("terminal", terminalRefusals());
    assertRefused("files", filesRefusals());
  }

  private void assertRefused(String server, Stream<Refusal> refusals) throws Exception {
    try (Session session = Session.open(server, policy)) {
      for (Refusal refusal : refusals.toList()) {
        JsonNode answer = session.call(refusal.tool(), refusal.arguments());
        assertThat(answer.path("code").asText()).as("%s", refusal).isEqualTo(refusal.code());
        assertThat(answer.path("reason").asText()).isEqualTo(refusal.reason());
        assertThat(answer.path("ok").asBoolean(true)).isFalse();
        assertThat(answer.path("detail").isObject() && answer.path("detail").isEmpty())
            .as("%s", answer)
            .isTrue();
        assertThat(answer.toString()).doesNotContain(folder.toString());
      }
    }
  }

  @Test
  void whatIsLeftOutMeansItsDefault() throws Exception {
    try (Session session = Session.open("terminal", policy)) {
      JsonNode without = session.call("explain_command", Map.of("command", "ls"));
      JsonNode with = session.call("explain_command", Map.of("command", "ls", "cwd", "."));
      assertThat(with.get("detail")).isEqualTo(without.get("detail"));
    }
    try (Session session = Session.open("files", policy)) {
      JsonNode without = session.call("list_files", Map.of());
      JsonNode with = session.call("list_files", Map.of("subdir", ""));
      assertThat(with.get("detail")).isEqualTo(without.get("detail"));
    }
  }
}
