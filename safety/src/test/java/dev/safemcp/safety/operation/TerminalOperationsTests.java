package dev.safemcp.safety.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole road of a command, inside one JVM. */
class TerminalOperationsTests {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          cat notes.txt        | OK               | 'cat' is allowed
          cat absent.txt       | OK               | 'cat' is allowed
          rm notes.txt         | POLICY_DENIED    | 'rm' is on the denylist
          /bin/rm notes.txt    | POLICY_DENIED    | 'rm' is on the denylist
          frob                 | POLICY_DENIED    | 'frob' is not on the allowlist (deny by default)
          echo --ever a never  | POLICY_DENIED    | never say never
          echo --ever a        | OK               | 'echo' is allowed
          """)
  void everyCommandIsAnsweredAsThePolicySays(String command, ResultCode code, String reason)
      throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      Files.writeString(terminal.root.resolve("notes.txt"), "demo file\n");

      for (OperationResult result :
          new OperationResult[] {terminal.run(command), terminal.explain(command)}) {
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.reason().text()).isEqualTo(reason);
        if (!code.ok()) {
          assertThat(result.detail()).isEqualTo(Detail.none());
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          echo a; echo b    | POLICY_DENIED
          cat ../secret     | PATH_ESCAPE
          cat /etc/hostname | PATH_ESCAPE
          echo 'open        | INVALID_REQUEST
          no-such-program   | OPERATION_FAILED
          sleep 5           | TIMEOUT
          """)
  void everyWayToStopHasItsCode(String command, ResultCode code) throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      assertThat(terminal.run(command).code()).isEqualTo(code);
    }
  }

  @Test
  void wrongArgumentsAreAnsweredAndRecorded() throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      Map<String, @Nullable Object> nothing = new HashMap<>();
      nothing.put("command", null);
      for (Map<String, ? extends @Nullable Object> arguments :
          java.util.List.<Map<String, ? extends @Nullable Object>>of(
              Map.of(),
              nothing,
              Map.of("command", 7),
              Map.of("command", "echo", "shell", true),
              Map.of("command", "echo \uD800"),
              Map.of("command", "e\0cho"))) {
        OperationResult result =
            terminal.operations.runCommand().perform(TerminalFixture.call(arguments));
        assertThat(result.code()).as(arguments.toString()).isEqualTo(ResultCode.INVALID_REQUEST);
      }
      assertThat(terminal.records()).hasSize(12);
    }
  }

  @Test
  void explainingRunsNothing() throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      OperationResult result = terminal.explain("touch made.txt");

      assertThat(result.code()).isEqualTo(ResultCode.OK);
      assertThat(result.detail().fields()).doesNotContainKeys("stdout", "stderr", "exit_code");
      assertThat(terminal.root.resolve("made.txt")).doesNotExist();
    }
  }

  @Test
  void everyCallLeavesAnAttemptAndAnOutcomeAndNoOutput() throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      Files.writeString(terminal.root.resolve("notes.txt"), "demo file\n");
      terminal.run("cat notes.txt");
      terminal.run("rm notes.txt");
      terminal.explain("cat notes.txt");

      assertThat(terminal.records())
          .hasSize(6)
          .noneMatch(record -> record.contains("demo file"))
          .allMatch(record -> record.contains("notes.txt") || record.contains("\"outcome\""));
    }
  }

  @Test
  void aLogDeletedUnderTheServerStopsTheCommand() throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      assertThat(terminal.run("echo a").code()).isEqualTo(ResultCode.OK);
      Files.delete(terminal.log);

      OperationResult result = terminal.run("touch made.txt");

      assertThat(result.code()).isEqualTo(ResultCode.AUDIT_UNAVAILABLE);
      assertThat(result.reason().text()).doesNotContain(folder.toString());
      assertThat(terminal.root.resolve("made.txt")).doesNotExist();
    }
  }

  @Test
  void aLogThatCannotBeWrittenOnlyWarnsUnderOpen() throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.OPEN)) {
      Files.deleteIfExists(terminal.log);
      Files.createDirectory(terminal.log);

      OperationResult result = terminal.run("touch made.txt");

      assertThat(result.code()).isEqualTo(ResultCode.OK);
      assertThat(result.reason().text()).startsWith("'touch' is allowed (warning: ");
      assertThat(terminal.root.resolve("made.txt")).exists();
    }
  }

  @Test
  void aSecretInTheCommandDoesNotReachTheLog() throws IOException {
    String token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8";
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      OperationResult result = terminal.run("echo " + token);

      assertThat(result.detail().toString()).doesNotContain(token.substring(4, 12));
      assertThat(String.join("\n", terminal.records())).doesNotContain(token.substring(4, 12));
    }
  }

  @Test
  void aPolicyWhoseExampleGetsAnotherVerdictDoesNotStart() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    Path log = folder.toRealPath().resolve("audit.jsonl");
    Policy policy = TerminalFixture.policy(root, log, FailMode.CLOSED);
    TerminalPolicy terminal = policy.terminal().orElseThrow();
    TerminalPolicy contradicted =
        new TerminalPolicy(
            root,
            true,
            terminal.limits(),
            terminal.sandbox(),
            terminal.allowed(),
            terminal.denied(),
            terminal.rules(),
            List.of(new TerminalPolicy.Example("rm x", "OK")));

    assertThat(
            TerminalOperations.open(
                new Policy(
                    policy.source(),
                    policy.audit(),
                    policy.redaction(),
                    Optional.of(contradicted),
                    Optional.empty(),
                    policy.fingerprint()),
                Map.of("PATH", "/usr/bin:/bin"),
                line -> {}))
        .isInstanceOfSatisfying(
            TerminalOperations.Opening.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains(
                        "'rm x' gets POLICY_DENIED ('rm' is on the denylist) where OK is"
                            + " expected"));
  }
}
