package dev.safemcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyCommandTests {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Assembled at run time, so that no scanner takes it for a live one. */
  private static final String TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a";

  private static final String POLICY =
      """
      audit_log = "state/audit.jsonl"
      [redaction]
      extra_patterns = [{ name = "house", regex = "OpenSesame42" }]
      [terminal]
      jail_root = "jail"
      [terminal.allowlist]
      commands = ["ls", "cat", "git"]
      [terminal.denylist]
      commands = ["rm"]
      [[terminal.rules]]
      command = "git"
      deny_args = ["push --force", "push -f"]
      reason = "force-push rewrites history, token %s"
      [[terminal.examples]]
      command = "git push origin --force"
      expect = "POLICY_DENIED"
      [[terminal.examples]]
      command = "cat notes.txt"
      expect = "OK"
      """
          .formatted(TOKEN);

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void layOut() throws IOException {
    folder = folder.toRealPath();
    Files.createDirectory(folder.resolve("jail"));
    Files.createDirectory(folder.resolve("state"));
    write(POLICY);
  }

  private void write(String policy) throws IOException {
    Files.writeString(folder.resolve("policy.toml"), policy);
  }

  private Invocation run(String command, String... arguments) {
    return Invocation.of(
        folder,
        Stream.concat(
                Stream.of((command + " --config policy.toml").split(" ")), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private JsonNode json(String command, String... arguments) throws IOException {
    return JSON.readTree(run(command + " --json", arguments).out());
  }

  @Test
  void eachExampleHasItsVerdictAndItsRule() throws IOException {
    Invocation said = run("policy test");

    assertThat(said.status()).isZero();
    assertThat(said.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith(
                        "ok   git push origin --force  POLICY_DENIED  terminal.rules[0]"
                            + " (policy.toml:10): force-push rewrites history"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "ok   cat notes.txt  OK  terminal.allowlist.commands[1] (policy.toml:7):"
                            + " 'cat' is allowed"),
            line -> assertThat(line).isEqualTo("2 examples, 0 failed"));
    assertThat(json("policy test").at("/examples/0/decided_by").asText())
        .isEqualTo("terminal.rules[0]");
  }

  @Test
  void anExampleThatFailsIsAFinding() throws IOException {
    write(POLICY.replace("expect = \"OK\"", "expect = \"TIMEOUT\""));

    assertThat(run("policy test").status()).isEqualTo(1);
    assertThat(run("policy test").out()).contains("FAIL cat notes.txt  OK, not TIMEOUT");
    assertThat(json("policy test").at("/examples/1/holds").asBoolean(true)).isFalse();
    assertThat(run("policy check").out()).contains("error policy.toml:17: 'cat notes.txt' gets OK");
    assertThat(run("policy check").status()).isEqualTo(1);
  }

  @Test
  void aGoodPolicyChecksGood() throws IOException {
    Invocation said = run("policy check");

    assertThat(said.out()).endsWith("0 errors, 0 warnings, 0 notes\n");
    assertThat(said.status()).isZero();
    assertThat(json("policy check").path("findings")).isEmpty();
  }

  @Test
  void aFindingHasItsPlaceItsNameAndItsFix() throws IOException {
    write(POLICY.replace("\"ls\"", "\"sh\""));

    assertThat(run("policy check").out())
        .startsWith("warning policy.toml:7: 'sh' runs")
        .contains(" [interpreter]\n  fix: ");
    assertThat(json("policy check").at("/findings/0/key").asText())
        .isEqualTo("terminal.allowlist.commands[0]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "audit_log|file|1|state/audit.jsonl",
        "terminal.jail_root|file|5|jail",
        "audit.keep|default||10",
        "terminal.limits.timeout_seconds|default||30",
        "terminal.rules[0].command|file|11|git",
        "audit_fail_mode|environment||open",
      })
  void everyValueNamesItsSource(String key, String source, String line, String value)
      throws IOException {
    JsonNode values =
        JSON.readTree(
                Invocation.of(
                        folder,
                        Map.of("SAFE_MCP_AUDIT_FAIL_MODE", "open"),
                        "policy",
                        "show",
                        "--json",
                        "--config",
                        "policy.toml")
                    .out())
            .path("values");

    assertThat(values)
        .filteredOn(one -> one.path("key").asText().equals(key))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.path("source").asText()).isEqualTo(source);
              assertThat(one.path("line").asText("")).isEqualTo(line == null ? "" : line);
              assertThat(one.path("value").asText()).endsWith(value);
            });
  }

  @Test
  void aVariableIsNamedAndItsPathResolved() throws IOException {
    Files.createDirectory(folder.resolve("other"));

    String said =
        Invocation.of(
                folder,
                Map.of("SAFE_MCP_JAIL_ROOT", "other", "SAFE_MCP_POLICY_FILE", "policy.toml"),
                "policy",
                "show")
            .out();

    assertThat(said)
        .containsPattern(
            "terminal.jail_root +SAFE_MCP_JAIL_ROOT +\"" + folder.resolve("other") + "\"\n");
  }

  @Test
  void noSecretIsShown() throws IOException {
    for (String command : new String[] {"policy show", "policy test", "policy check", "doctor"}) {
      assertThat(run(command).out() + run(command + " --json").out())
          .as(command)
          .doesNotContain(TOKEN, "OpenSesame42");
    }
    assertThat(run("policy show").out()).contains("\"[REDACTED:literal]\"");
  }

  @Test
  void aDecisionIsToldStepByStep() throws IOException {
    Invocation denied = run("policy explain", "git push -f");
    Invocation allowed = run("policy explain", "cat notes.txt");

    assertThat(denied.status()).isEqualTo(1);
    assertThat(denied.out())
        .contains("pass  parse      3 word(s): 'git' 'push' '-f'\n")
        .contains(
            "stop  rules      terminal.rules[0] denies 'push --force' or 'push -f': 'push -f' is")
        .contains("POLICY_DENIED: force-push rewrites history");
    assertThat(allowed.status()).isZero();
    assertThat(allowed.out()).contains("then  kernel").containsPattern("network +closed");
    JsonNode json = json("policy explain", "cat notes.txt");
    assertThat(json.path("code").asText()).isEqualTo("OK");
    assertThat(json.at("/kernel/write").toString()).contains(folder.resolve("jail").toString());
    assertThat(json.path("steps")).hasSize(6);
    assertThat(run("policy explain --cwd ..", "cat notes.txt").out()).contains("PATH_ESCAPE");
  }

  @Test
  void theSchemaIsTheOneThatIsCommitted() throws IOException {
    assertThat(Invocation.of(folder, "policy", "schema").out())
        .isEqualTo(Files.readString(Path.of("../policy.schema.json")));
  }

  @Test
  void theDoctorNamesEachProgramTheMachineAndTheFix() throws IOException {
    write(POLICY.replace("\"ls\"", "\"awk\", \"absent\""));

    Invocation said = run("doctor");
    JsonNode json = json("doctor");

    assertThat(said.status()).isEqualTo(1);
    assertThat(said.out())
        .containsPattern("absent +missing\n")
        .containsPattern("awk +/.*awk.* +interpreter ")
        .contains("terminal  can start")
        .contains("files     no root is set")
        .contains("[unknown-program]\n  fix: ");
    assertThat(json.path("programs")).hasSize(4);
    assertThat(json.at("/programs/1/class").asText()).isEqualTo("missing");
    assertThat(json.at("/servers/terminal").asText()).isEqualTo("can start");
    assertThat(json.path("kernel").has("landlock_abi")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "policy check --config absent,no such file",
    "policy show,no policy file",
    "policy test --config wrong.toml,unknown key",
    "policy explain --config policy.toml,missing required parameter",
    "policy,say what to do",
    "doctor --config absent,no such file",
    "doctor --confg x,unknown option",
  })
  void whatCannotBeUsedIsOneLineAndStatusTwo(String arguments, String reason) throws IOException {
    Files.writeString(folder.resolve("wrong.toml"), "nonsense = 1\n");
    Invocation said = Invocation.of(folder, arguments.split(" "));

    assertThat(said.status()).isEqualTo(2);
    assertThat(said.err()).startsWith("fatal: ").containsIgnoringCase(reason).hasLineCount(1);
    assertThat(said.out()).isEmpty();
  }
}
