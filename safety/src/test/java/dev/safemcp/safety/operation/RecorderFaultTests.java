package dev.safemcp.safety.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.AuditLog;
import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the recorder does when the operation or the log fails. */
class RecorderFaultTests {
  @TempDir Path folder;
  private final List<String> operator = new CopyOnWriteArrayList<>();

  private AuditLog log() {
    return switch (AuditLog.open(
        new AuditPolicy(folder.resolve("audit.jsonl"), FailMode.CLOSED, 64 << 20, 1),
        ServerKind.TERMINAL,
        "0".repeat(64),
        operator::add)) {
      case AuditLog.Opening.Opened opened -> opened.log();
      case AuditLog.Opening.Failed failed -> throw new AssertionError(failed.reason());
    };
  }

  @Test
  void aDefectIsAnAnswerWhoseTextStaysWithTheOperator() {
    try (AuditLog log = log()) {
      Recorder recorder = new Recorder(log, Redactor.of(RedactionPolicy.standard()), operator::add);

      OperationResult result =
          recorder.record(
              "run_command",
              TerminalFixture.call(Map.of("command", "echo")),
              permit -> {
                throw new IllegalStateException("/secret/path and data");
              });

      assertThat(result.code()).isEqualTo(ResultCode.INTERNAL_ERROR);
      assertThat(result.reason().text()).doesNotContain("secret").doesNotContain("Exception");
      assertThat(operator)
          .singleElement()
          .asString()
          .contains("IllegalStateException")
          .doesNotContain("secret");
    }
  }

  @Test
  void anOutcomeThatCannotBeRecordedIsNotHiddenFromTheClient() {
    try (AuditLog log = log()) {
      Recorder recorder = new Recorder(log, Redactor.of(RedactionPolicy.standard()), operator::add);

      OperationResult result =
          recorder.record(
              "run_command",
              TerminalFixture.call(Map.of("command", "echo")),
              permit -> {
                delete(folder.resolve("audit.jsonl"));
                return Answer.of(ResultCode.OK, "done", Detail.none());
              });

      assertThat(result.code()).isEqualTo(ResultCode.AUDIT_UNAVAILABLE);
      assertThat(result.reason().text()).contains("its outcome is not recorded");
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException fault) {
      throw new AssertionError(fault);
    }
  }
}
