package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.result.ResultCode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of one record. */
class AuditRecordTests {
  private static AuditRecord record(String request, Optional<Outcome> outcome) {
    return new AuditRecord(
        "session-1", ServerKind.TERMINAL, "run_command", request, outcome, LogFixture.POLICY);
  }

  private static String line(AuditRecord record) {
    return new String(record.line(LogFixture.NOON, Chain.START), StandardCharsets.UTF_8);
  }

  @Test
  void anAttemptHasEveryFieldInOrder() {
    assertThat(line(record("{\"command\":\"echo é\"}", Optional.empty())))
        .isEqualTo(
            "{\"ts\":\"2026-11-30T12:00:00.000000+00:00\",\"seq\":1,\"id\":\"session-1\","
                + "\"server\":\"terminal\",\"phase\":\"attempt\",\"action\":\"run_command\","
                + "\"ok\":null,\"code\":null,\"reason\":null,"
                + "\"request\":\"{\\\"command\\\":\\\"echo é\\\"}\","
                + "\"exit_code\":null,\"duration_ms\":null,\"policy\":\""
                + LogFixture.POLICY
                + "\",\"prev\":\""
                + "0".repeat(64)
                + "\",\"hash\":\""
                + "694568c6213a79a462924ad2724f5d11a5db47cccd54a102aceb2e95a5f14efc\"}\n");
  }

  @Test
  void anOutcomeSaysHowItEndedAndRepeatsTheRequest() {
    Outcome outcome =
        new Outcome(
            ResultCode.OUTPUT_TRUNCATED,
            LogFixture.redacted("'ls' is allowed"),
            OptionalInt.of(2),
            41,
            false);

    assertThat(line(record("ls", Optional.of(outcome))))
        .contains(
            "\"phase\":\"outcome\",\"action\":\"run_command\",\"ok\":true,"
                + "\"code\":\"OUTPUT_TRUNCATED\",\"reason\":\"'ls' is allowed\","
                + "\"request\":\"ls\",\"exit_code\":2,\"duration_ms\":41,\"policy\"");
  }

  @Test
  void aCancelledCallHasNoAnswerAndItsRecordSaysSo() {
    Outcome outcome =
        new Outcome(
            ResultCode.OK,
            LogFixture.redacted("cancelled by the client"),
            OptionalInt.empty(),
            5,
            true);

    assertThat(line(record("ls", Optional.of(outcome))))
        .contains("\"ok\":false,\"code\":\"cancelled\",\"reason\":\"cancelled by the client\"")
        .contains("\"exit_code\":null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\n{\"event\":\"fake\"}",
        "a\rb",
        "a\u0085b",
        "a\u2028b",
        "a\u2029b",
        "a\u007fb",
        "a\u009bb",
        "a\u0000b",
        "\u001b[2J"
      })
  void noRequestCanBreakALineOrActOnATerminal(String request) {
    String line = line(record(request, Optional.empty()));

    assertThat(line.strip().codePoints())
        .noneMatch(Character::isISOControl)
        .doesNotContain(0x2028, 0x2029);
    assertThat(
            ((AuditEntry)
                    AuditEntry.read(
                        new AuditVerification.Place(java.nio.file.Path.of("x"), 1),
                        new LineReader.Text(
                            1, line.strip().getBytes(StandardCharsets.UTF_8), true, false, 0)))
                .request())
        .isEqualTo(request);
  }

  @Test
  void aSurrogateAloneDoesNotStopTheRecord() {
    assertThat(line(record("a\ud800b", Optional.empty()))).contains("\"request\":\"a?b\"");
  }

  @Test
  void aTextWithoutBoundStaysReadable() {
    String line = line(record("\u0001".repeat(1 << 20), Optional.empty()));

    assertThat(line.length()).isLessThan(Line.MAX_BYTES);
    assertThat(Line.read(line.strip().getBytes(StandardCharsets.UTF_8))).isPresent();
    assertThat(line).contains("[truncated]");
  }
}
