package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.AuditVerification.Defect;
import dev.safemcp.safety.audit.AuditVerification.Verdict;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way to touch a log, and the line that verification names. */
class AuditVerificationTests {
  @TempDir Path folder;

  private static Arguments tampering(
      String name, Consumer<List<String>> edit, Defect defect, long line) {
    return Arguments.of(name, edit, defect, line);
  }

  /** A record with another request and a hash that is right for it. */
  private static String forged(String line) {
    String unsealed =
        line.substring(0, line.lastIndexOf(",\"hash\"")).replace("echo", "harm") + "}";
    return new String(Chain.seal(unsealed.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8)
        .strip();
  }

  /** Lines count from 1; the log has ten. */
  static Stream<Arguments> tamperings() {
    return Stream.of(
        tampering(
            "a request is changed",
            lines -> lines.set(4, lines.get(4).replace("echo", "harm")),
            Defect.CHANGED,
            5),
        tampering(
            "the first record is changed",
            lines -> lines.set(0, lines.get(0).replace("echo", "harm")),
            Defect.CHANGED,
            1),
        tampering(
            "the last record is changed",
            lines -> lines.set(9, lines.get(9).replace("echo", "harm")),
            Defect.CHANGED,
            10),
        tampering(
            "a record is changed and sealed anew",
            lines -> lines.set(4, forged(lines.get(4))),
            Defect.CHANGED,
            5),
        tampering(
            "a hash is changed",
            lines -> lines.set(4, lines.get(4).replaceFirst("\"hash\":\"....", "\"hash\":\"0000")),
            Defect.CHANGED,
            5),
        tampering("a record is dropped", lines -> lines.remove(4), Defect.DROPPED, 5),
        tampering(
            "three records are dropped", lines -> lines.subList(4, 7).clear(), Defect.DROPPED, 5),
        tampering(
            "two neighbours are swapped",
            lines -> Collections.swap(lines, 4, 5),
            Defect.REORDERED,
            5),
        tampering(
            "two distant ones are swapped",
            lines -> Collections.swap(lines, 2, 7),
            Defect.REORDERED,
            3),
        tampering("a record stands twice", lines -> lines.add(5, lines.get(4)), Defect.REPEATED, 6),
        tampering(
            "an old record is added at the end",
            lines -> lines.add(lines.get(2)),
            Defect.REPEATED,
            11),
        tampering("a blank line is put in", lines -> lines.add(4, ""), Defect.CHANGED, 5),
        tampering("a foreign line is put in", lines -> lines.add(4, "hello"), Defect.CHANGED, 5),
        tampering("a foreign object is put in", lines -> lines.add(4, "{}"), Defect.CHANGED, 5),
        tampering(
            "a record is made to look torn",
            lines -> lines.set(4, lines.get(4).substring(0, 120)),
            Defect.CHANGED,
            5),
        tampering(
            "the first record is made to look torn",
            lines -> lines.set(0, lines.get(0).substring(0, 120)),
            Defect.CHANGED,
            1),
        tampering(
            "a beginning of another record is put in",
            lines -> lines.add(4, lines.get(1).substring(0, 120)),
            Defect.CHANGED,
            5),
        tampering(
            "two records are made one",
            lines -> lines.set(4, lines.get(4) + lines.remove(5)),
            Defect.CHANGED,
            5),
        tampering(
            "a line of two megabytes is put in",
            lines -> lines.add(4, "x".repeat(2 << 20)),
            Defect.TOO_LONG,
            5));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tamperings")
  void everyTamperingIsNamedAtItsLine(
      String name, Consumer<List<String>> edit, Defect defect, long line) {
    LogFixture log = LogFixture.closed(folder).with(5);
    List<String> lines = log.lines();
    edit.accept(lines);
    LogFixture.write(log.log, lines);

    assertThat(log.verdict())
        .isInstanceOfSatisfying(
            Verdict.Broken.class,
            broken -> {
              assertThat(broken.defect()).isEqualTo(defect);
              assertThat(broken.place().line()).isEqualTo(line);
              assertThat(broken.place().file().getFileName()).hasToString("audit.jsonl");
            });
  }

  @Test
  void anyByteThatIsChangedIsFoundInItsLine() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(2);
    byte[] bytes = Files.readAllBytes(log.log);
    int line = 1;
    for (int at = 0; at < bytes.length - 1; at++) {
      byte was = bytes[at];
      bytes[at] = (byte) (was ^ 1);
      Files.write(log.log, bytes);
      assertThat(log.verdict())
          .as("byte %d", at)
          .isInstanceOfSatisfying(Verdict.Broken.class, lineIs(line));
      bytes[at] = was;
      if (was == '\n') {
        line++;
      }
    }
  }

  private static Consumer<Verdict.Broken> lineIs(int line) {
    return broken -> assertThat(broken.place().line()).isEqualTo(line);
  }

  @Test
  void aCutEndShowsAgainstTheHeadThatWasKept() {
    LogFixture log = LogFixture.closed(folder).with(5);
    String head = log.intact().head();
    List<String> lines = log.lines();
    LogFixture.write(log.log, lines.subList(0, 8));

    assertThat(log.verdict()).isInstanceOf(Verdict.Intact.class);
    assertThat(AuditVerification.verify(log.log, Optional.of(head)))
        .isInstanceOfSatisfying(
            Verdict.Broken.class,
            broken -> {
              assertThat(broken.defect()).isEqualTo(Defect.HEAD_MISSING);
              assertThat(broken.place().line()).isEqualTo(8);
            });
  }

  @Test
  void aLogThatGrewSinceTheHeadWasKeptIsIntact() {
    LogFixture log = LogFixture.closed(folder).with(5);
    String head = log.intact().head();
    log.with(3);

    assertThat(AuditVerification.verify(log.log, Optional.of(head)))
        .isInstanceOfSatisfying(
            Verdict.Intact.class, intact -> assertThat(intact.sinceExpected()).isEqualTo(6));
  }

  @Test
  void aLogThatWasWrittenAnewAsAWholeShowsAgainstTheHead() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(5);
    String head = log.intact().head();
    Files.delete(log.log);
    log.with(6);

    assertThat(AuditVerification.verify(log.log, Optional.of(head)))
        .isInstanceOf(Verdict.Broken.class);
  }

  @Test
  void aRotatedFileThatIsMissingIsAGap() throws IOException {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 2000, 100).with(10);
    Files.delete(log.rotated(2));

    assertThat(log.verdict())
        .isInstanceOfSatisfying(
            Verdict.Broken.class,
            broken -> {
              assertThat(broken.defect()).isEqualTo(Defect.DROPPED);
              assertThat(broken.place().file().getFileName()).hasToString("audit.jsonl.1");
              assertThat(broken.place().line()).isEqualTo(1);
            });
  }

  @Test
  void aChangeInARotatedFileIsNamedThere() throws IOException {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 2000, 100).with(10);
    List<String> lines = LogFixture.lines(log.rotated(2));
    lines.set(1, lines.get(1).replace("echo", "harm"));
    LogFixture.write(log.rotated(2), lines);

    assertThat(log.verdict())
        .isInstanceOfSatisfying(
            Verdict.Broken.class,
            broken -> {
              assertThat(broken.place().file().getFileName()).hasToString("audit.jsonl.2");
              assertThat(broken.place().line()).isEqualTo(2);
            });
  }

  @Test
  void anEmptyLogIsIntactAndAnAbsentOneIsNot() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.jsonl"));

    assertThat(AuditVerification.verify(empty))
        .isEqualTo(new Verdict.Intact(0, 0, "0".repeat(64), List.of(), 0));
    assertThat(AuditVerification.verify(folder.resolve("absent.jsonl")))
        .isInstanceOf(Verdict.Unreadable.class);
    assertThat(AuditVerification.verify(folder)).isInstanceOf(Verdict.Unreadable.class);
  }

  @Test
  void aRecordThatIsBeingWrittenIsNoTampering() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(2);
    AuditLogTests.append(log.log, "{\"ts\":\"2026-");

    assertThat(log.intact().torn()).hasSize(1);
    assertThat(log.intact().records()).isEqualTo(4);
  }

  @Test
  void verifyingTakesNoLockAndLeavesNothing() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(1);
    Files.delete(folder.resolve("audit.jsonl.lock"));

    log.intact();

    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(log.log);
    }
  }
}
