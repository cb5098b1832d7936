package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator reads back. */
class AuditReaderTests {
  @TempDir Path folder;

  /** Two tools, three codes, one minute apart, over several files. */
  private LogFixture mixed() {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 2000, 100);
    AtomicInteger minute = new AtomicInteger();
    try (AuditLog writer =
        log.open(() -> LogFixture.NOON.plusSeconds(60L * minute.getAndIncrement()))) {
      for (int i = 0; i < 3; i++) {
        end(writer, "run_command", "{\"command\":\"git status\"}", ResultCode.OK);
        end(writer, "run_command", "{\"command\":\"rm -r x\"}", ResultCode.POLICY_DENIED);
        end(writer, "list_files", "{}", ResultCode.OK);
      }
      Permit unfinished =
          (Permit) writer.attempt("run_command", LogFixture.redacted("{\"command\":\"sleep\"}"));
      assertThat(unfinished.id()).isEqualTo("session-10");
    }
    return log;
  }

  private static void end(AuditLog writer, String action, String request, ResultCode code) {
    Permit permit = (Permit) writer.attempt(action, LogFixture.redacted(request));
    assertThat(writer.outcome(permit, LogFixture.outcome(code, "why")))
        .isInstanceOf(Settlement.Recorded.class);
  }

  private static AuditQuery query(
      Optional<Instant> since,
      Optional<Instant> until,
      Optional<String> action,
      Optional<String> code,
      Optional<String> id) {
    return new AuditQuery(since, until, Optional.empty(), action, code, id);
  }

  private static List<AuditItem> read(LogFixture log, AuditQuery query) throws IOException {
    List<AuditItem> items = new ArrayList<>();
    try (AuditReader reader = AuditReader.open(log.log, query)) {
      for (Optional<AuditItem> item = reader.next(); item.isPresent(); item = reader.next()) {
        items.add(item.get());
      }
    }
    return items;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // since            | until              | action    | code          | id        | found
        "                    |                    |           |               |           | 19",
        "2026-11-30T12:10:00Z|                    |           |               |           | 9",
        "                    |2026-11-30T12:10:00Z|           |               |           | 10",
        "2026-11-30T12:10:00Z|2026-11-30T12:11:00Z|           |               |           | 1",
        "                    |                    | list_files|               |           | 6",
        "                    |                    |           | POLICY_DENIED |           | 3",
        "                    |                    |           |               | session-4 | 2",
        "                    |                    | list_files| POLICY_DENIED |           | 0",
      })
  void onlyWhatIsAskedForIsShown(
      String since, String until, String action, String code, String id, int found)
      throws IOException {
    AuditQuery query =
        query(
            Optional.ofNullable(since).map(Instant::parse),
            Optional.ofNullable(until).map(Instant::parse),
            Optional.ofNullable(action),
            Optional.ofNullable(code),
            Optional.ofNullable(id));

    assertThat(read(mixed(), query)).hasSize(found);
  }

  @Test
  void anEntryHasWhatTheRecordHas() throws IOException {
    LogFixture log = mixed();
    AuditEntry outcome =
        (AuditEntry)
            read(
                    log,
                    query(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("POLICY_DENIED"),
                        Optional.empty()))
                .getFirst();

    assertThat(outcome.seq()).isEqualTo(4);
    assertThat(outcome.ts()).isEqualTo(LogFixture.NOON.plusSeconds(180));
    assertThat(outcome.server()).isEqualTo("terminal");
    assertThat(outcome.phase()).isEqualTo("outcome");
    assertThat(outcome.ok()).contains(false);
    assertThat(outcome.reason()).contains("why");
    assertThat(outcome.request()).isEqualTo("{\"command\":\"rm -r x\"}");
    assertThat(outcome.exitCode()).isEqualTo(OptionalInt.of(0));
    assertThat(outcome.durationMillis()).isEqualTo(OptionalLong.of(7));
    assertThat(outcome.policy()).isEqualTo(LogFixture.POLICY);
    assertThat(outcome.hashIsRight()).isTrue();
  }

  @Test
  void aServersOwnRecordsAreFound() throws IOException {
    AuditQuery other =
        new AuditQuery(
            Optional.empty(),
            Optional.empty(),
            Optional.of("files"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(read(mixed(), other)).isEmpty();
  }

  @Test
  void linesThatAreNoRecordsAreShownAsSuch() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(1);
    List<String> lines = log.lines();
    lines.add(1, "{\"ts\":\"2026-");
    lines.add(2, "hello");
    lines.add(3, lines.get(0).replace("echo", "harm"));
    LogFixture.write(log.log, lines);

    assertThat(read(log, AuditQuery.all()))
        .satisfiesExactly(
            item -> assertThat(((AuditEntry) item).hashIsRight()).isTrue(),
            item -> assertThat(((AuditItem.Unread) item).why()).isEqualTo("a torn line"),
            item ->
                assertThat(((AuditItem.Unread) item).why()).isEqualTo("a line that is no record"),
            item -> assertThat(((AuditEntry) item).hashIsRight()).isFalse(),
            item -> assertThat(item.place().line()).isEqualTo(5));
  }

  @Test
  void aLineOfManyMegabytesIsADefectAndNoLoadOnMemory() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(1);
    byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = Files.newOutputStream(log.log, StandardOpenOption.APPEND)) {
      for (int i = 0; i < 64; i++) {
        out.write(megabyte);
      }
      out.write('\n');
    }

    assertThat(read(log, AuditQuery.all()))
        .last()
        .isInstanceOfSatisfying(
            AuditItem.Unread.class, it -> assertThat(it.why()).contains("longer than"));
  }

  @Test
  void linesAreReadWholeAcrossTheBuffersBorder() throws IOException {
    Path file = folder.resolve("lines");
    for (int length : new int[] {0, 1, 65_534, 65_535, 65_536, 65_537, 200_000, Line.MAX_BYTES}) {
      String line = "y".repeat(length);
      LogFixture.write(file, "first\n" + line + "\n" + "last");
      try (var channel = java.nio.channels.FileChannel.open(file)) {
        LineReader reader = new LineReader(channel, 0, channel.size());
        assertThat(next(reader).bytes()).hasSize(5);
        LineReader.Text text = next(reader);
        assertThat(text.bytes()).hasSize(length);
        assertThat(text.tooLong()).isFalse();
        assertThat(text.next()).isEqualTo(7 + length);
        assertThat(next(reader).ended()).isFalse();
        assertThat(reader.next()).isNull();
      }
    }
  }

  private static LineReader.Text next(LineReader reader) throws IOException {
    return Objects.requireNonNull(reader.next());
  }

  @Test
  void outcomesAreCountedByCodeAndByCommand() throws IOException {
    AuditStatistics counted = AuditStatistics.of(mixed().log, AuditQuery.all());

    assertThat(counted.records()).isEqualTo(19);
    assertThat(counted.attempts()).isEqualTo(10);
    assertThat(counted.outcomes()).isEqualTo(9);
    assertThat(counted.unread()).isZero();
    assertThat(counted.first()).contains(LogFixture.NOON);
    assertThat(counted.last()).contains(LogFixture.NOON.plusSeconds(18 * 60));
    assertThat(counted.byCode())
        .containsExactly(Map.entry("OK", 6L), Map.entry("POLICY_DENIED", 3L));
    assertThat(counted.byCommand().keySet()).containsExactly("git", "list_files", "rm");
    assertThat(counted.byCommand().get("rm")).containsExactly(Map.entry("POLICY_DENIED", 3L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"command\":\"git push\"} | git",
        "{\"cwd\":\"a\",\"command\":\"  ls\"} | ls",
        "{\"command\":\"ls -l\",\"cwd\":\"cut he | ls",
        "{\"command\":\"\"} |",
        "{\"command\":7} |",
        "{} |",
        "git push |",
        "{\"cwd\":{\"command\":\"no\"}} |",
      })
  void aCommandsNameIsItsFirstWord(String request, String name) {
    assertThat(CommandName.of(request)).isEqualTo(Optional.ofNullable(name));
  }

  @Test
  void aFollowerSeesEachRecordOnceThroughRotations() throws IOException {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 1500, 100).with(1);
    List<Long> seen = new ArrayList<>();
    try (AuditFollower follower = AuditFollower.open(log.log, AuditQuery.all(), 1);
        AuditLog writer = log.open()) {
      drain(follower, seen);
      assertThat(seen).containsExactly(2L);
      for (int i = 0; i < 12; i++) {
        LogFixture.call(writer, "echo");
        if (i % 5 == 0) {
          drain(follower, seen);
        }
      }
      drain(follower, seen);
    }

    assertThat(seen)
        .containsExactlyElementsOf(java.util.stream.LongStream.rangeClosed(2, 26).boxed().toList());
  }

  @Test
  void aFollowerWaitsForTheEndOfALine() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(1);
    String line = log.lines().getFirst();
    try (AuditFollower follower = AuditFollower.open(log.log, AuditQuery.all(), 0)) {
      AuditLogTests.append(log.log, line.substring(0, 50));
      assertThat(follower.poll()).isEmpty();
      AuditLogTests.append(log.log, line.substring(50) + "\n");
      assertThat(follower.poll()).containsInstanceOf(AuditEntry.class);
      assertThat(follower.poll()).isEmpty();
    }
  }

  private static void drain(AuditFollower follower, List<Long> seen) throws IOException {
    for (Optional<AuditItem> item = follower.poll(); item.isPresent(); item = follower.poll()) {
      seen.add(((AuditEntry) item.get()).seq());
    }
  }

  @Test
  void aLogThatIsNotThereIsSaidToBeMissing() {
    assertThatThrownBy(() -> AuditReader.open(folder.resolve("absent"), AuditQuery.all()))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> AuditFollower.open(folder.resolve("absent"), AuditQuery.all(), 0))
        .isInstanceOf(NoSuchFileException.class);
  }
}
