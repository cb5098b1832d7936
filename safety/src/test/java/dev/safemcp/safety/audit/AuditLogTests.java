package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.AuditVerification.Place;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log of one process that nothing goes wrong for but a crash. */
class AuditLogTests {
  @TempDir Path folder;

  @Test
  void eachRecordFollowsFromTheOneBefore() {
    LogFixture log = LogFixture.closed(folder).with(3);

    assertThat(log.lines()).hasSize(6);
    String prev = "0".repeat(64);
    for (String line : log.lines()) {
      assertThat(line).contains("\"prev\":\"" + prev + "\",\"hash\":\"");
      String unsealed = line.substring(0, line.lastIndexOf(",\"hash\"")) + "}";
      prev = Chain.hash(unsealed);
      assertThat(line).endsWith("\"hash\":\"" + prev + "\"}");
    }
    assertThat(log.intact())
        .isEqualTo(new AuditVerification.Verdict.Intact(6, 1, prev, List.of(), 0));
    assertThat(log.warnings).isEmpty();
  }

  @Test
  void anAttemptAndItsOutcomeShareAnId() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(2);

    try (AuditReader reader = AuditReader.open(log.log, AuditQuery.all())) {
      for (int call = 1; call <= 2; call++) {
        for (String phase : List.of("attempt", "outcome")) {
          AuditEntry entry = (AuditEntry) reader.next().orElseThrow();
          assertThat(entry.id()).isEqualTo("session-" + call);
          assertThat(entry.phase()).isEqualTo(phase);
        }
      }
    }
  }

  @Test
  void twoProcessesNeverShareAnId() {
    assertThat(AuditLog.Setting.ofThisProcess().session())
        .hasSize(12)
        .isNotEqualTo(AuditLog.Setting.ofThisProcess().session());
  }

  @Test
  void theLogIsItsOwnersAlone() throws IOException {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 1000, 3).with(2);

    for (Path file : List.of(log.log, log.rotated(1), folder.resolve("audit.jsonl.lock"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void theChainGoesOnAfterARestart() {
    LogFixture log = LogFixture.closed(folder).with(2).with(1).with(3);

    assertThat(log.intact().records()).isEqualTo(12);
  }

  @Test
  void aClockThatGoesBackwardsChangesTimesAndNeverNumbers() throws IOException {
    Deque<Instant> times = new ArrayDeque<>();
    times.add(LogFixture.NOON);
    times.add(LogFixture.NOON.minusSeconds(86_400));
    times.add(Instant.EPOCH);
    times.add(LogFixture.NOON.plusNanos(1_234_567));
    LogFixture log = LogFixture.closed(folder);
    try (AuditLog writer = log.open(times::remove)) {
      LogFixture.call(writer, "a");
      LogFixture.call(writer, "b");
    }

    assertThat(log.intact().records()).isEqualTo(4);
    assertThat(log.lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("{\"ts\":\"2026-11-30T12:00:00.000000+00:00\""),
            line -> assertThat(line).startsWith("{\"ts\":\"2026-11-29T12:00:00.000000+00:00\""),
            line -> assertThat(line).startsWith("{\"ts\":\"1970-01-01T00:00:00.000000+00:00\""),
            line -> assertThat(line).startsWith("{\"ts\":\"2026-11-30T12:00:00.001234+00:00\""));
  }

  @Test
  void rotationKeepsTheChainAndTheNumbersGoOn() throws IOException {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 2000, 100).with(20);

    assertThat(log.intact().records()).isEqualTo(40);
    assertThat(log.intact().first()).isEqualTo(1);
    assertThat(log.rotated(5)).exists();
    assertThat(Files.size(log.log)).isLessThanOrEqualTo(2000);
    assertThat(Files.size(log.rotated(1))).isLessThanOrEqualTo(2000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void asManyRotatedFilesAreKeptAsTheOperatorWants(int keep) {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 1500, keep).with(20);

    for (int n = 1; n <= 9; n++) {
      assertThat(Files.exists(log.rotated(n))).as("number %d", n).isEqualTo(n <= keep);
    }
    assertThat(log.intact().first()).isGreaterThan(1);
    assertThat(log.intact().first() + log.intact().records() - 1).isEqualTo(40);
  }

  @Test
  void filesBeyondALoweredNumberGoAtTheNextRotation() {
    new LogFixture(folder, FailMode.CLOSED, 1500, 6).with(20);
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 1500, 2).with(3);

    assertThat(log.rotated(2)).exists();
    assertThat(log.rotated(3)).doesNotExist();
    assertThat(log.rotated(6)).doesNotExist();
    log.intact();
  }

  @Test
  void aRecordBiggerThanAFileMayBeIsWrittenAllTheSame() {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 100, 50).with(3);

    assertThat(log.intact().records()).isEqualTo(6);
    assertThat(log.lines()).hasSize(1);
  }

  @Test
  void aTornLineIsReportedAndNeverGluedToTheNext() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(2);
    append(log.log, log.lines().getLast().substring(0, 80).replace("\"seq\":4", "\"seq\":5"));
    int before = log.lines().size();

    log.with(1);

    assertThat(log.warnings).singleElement().asString().contains("torn line after record 4");
    assertThat(log.intact().torn()).containsExactly(new Place(log.log.toRealPath(), before));
    assertThat(log.intact().records()).isEqualTo(6);
    assertThat(log.lines()).hasSize(before + 2);
  }

  @Test
  void aTornLineAtTheVeryBeginningIsOneToo() throws IOException {
    LogFixture log = LogFixture.closed(folder);
    Files.writeString(log.log, "{\"ts\":\"2026-11");

    log.with(1);

    assertThat(log.intact().torn()).containsExactly(new Place(log.log.toRealPath(), 1));
    assertThat(log.intact().first()).isEqualTo(1);
  }

  @Test
  void aTornLineThatAnotherProcessLeavesWhileWeRunIsFound() throws IOException {
    LogFixture log = LogFixture.closed(folder);
    try (AuditLog writer = log.open()) {
      LogFixture.call(writer, "a");
      append(log.log, "{\"ts\":\"2026-11-30T12:00:00.000000+00:00\",\"seq\":3,\"id\":\"x");

      LogFixture.call(writer, "b");

      assertThat(log.warnings).singleElement().asString().contains("torn line after record 2");
    }
    assertThat(log.intact().torn()).hasSize(1);
    assertThat(log.intact().records()).isEqualTo(4);
  }

  @Test
  void whatADiskFilledWithZeroesAfterACrashIsTornToo() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(1);
    append(log.log, "\0".repeat(300));

    log.with(1);

    assertThat(log.intact().torn()).hasSize(1);
  }

  @Test
  void aWholeRecordThatLacksItsNewlineAloneStaysInTheChain() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(2);
    String text = Files.readString(log.log);
    Files.writeString(log.log, text.stripTrailing());

    log.with(1);

    assertThat(log.intact().records()).isEqualTo(6);
    assertThat(log.intact().torn()).isEmpty();
    assertThat(log.warnings).isEmpty();
  }

  @Test
  void aCrashBetweenTheStepsOfARotationLosesNothing() throws IOException {
    LogFixture log = LogFixture.closed(folder).with(2);
    Files.move(log.log, log.rotated(1));
    log.with(1);
    assertThat(log.intact().records()).isEqualTo(6);

    // The new file was made and nothing was written to it.
    Files.move(log.rotated(1), log.rotated(2));
    Files.move(log.log, log.rotated(1));
    Files.createFile(log.log);
    log.with(1);
    assertThat(log.intact().records()).isEqualTo(8);

    // The older ones were moved on and the log itself was not.
    Files.move(log.rotated(2), log.rotated(3));
    Files.move(log.rotated(1), log.rotated(2));
    log.with(1);
    assertThat(log.intact().records()).isEqualTo(10);
  }

  @Test
  void twoLogsInOneJvmShareAFileAndARotation() {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 3000, 100);
    try (AuditLog one = log.open();
        AuditLog other = log.open()) {
      for (int i = 0; i < 20; i++) {
        LogFixture.call(one, "one");
        LogFixture.call(other, "other");
      }
    }

    assertThat(log.intact().records()).isEqualTo(80);
    assertThat(log.warnings).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void aProcessThatSleptThroughManyRotationsGoesOn(int keep) {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 1500, keep);
    try (AuditLog sleeper = log.open();
        AuditLog busy = log.open()) {
      LogFixture.call(sleeper, "before");
      for (int i = 0; i < 30; i++) {
        LogFixture.call(busy, "busy");
      }
      LogFixture.call(sleeper, "after");
    }

    assertThat(log.intact().first() + log.intact().records() - 1).isEqualTo(64);
    assertThat(log.warnings).isEmpty();
  }

  @Test
  void oneFileByTwoNamesIsOneLog() throws IOException {
    Path alias = Files.createSymbolicLink(folder.resolve("alias"), folder);
    LogFixture log = LogFixture.closed(folder);
    LogFixture other = LogFixture.closed(alias);
    try (AuditLog one = log.open();
        AuditLog two = other.open()) {
      for (int i = 0; i < 5; i++) {
        LogFixture.call(one, "one");
        LogFixture.call(two, "two");
      }
    }

    assertThat(log.intact().records()).isEqualTo(20);
  }

  @Test
  void anInterruptNeitherLosesTheRecordNorIsLost() {
    LogFixture log = LogFixture.closed(folder);
    try (AuditLog writer = log.open()) {
      Thread.currentThread().interrupt();
      LogFixture.call(writer, "a");
      assertThat(Thread.interrupted()).isTrue();
      LogFixture.call(writer, "b");
    }

    assertThat(log.intact().records()).isEqualTo(4);
  }

  @Test
  void aClosedLogTakesNothingMoreAndClosesTwice() {
    for (FailMode mode : FailMode.values()) {
      LogFixture log = new LogFixture(folder, mode, LogFixture.BIG, 3);
      AuditLog writer = log.open();
      writer.close();
      writer.close();

      assertThat(writer.attempt("run_command", LogFixture.redacted("a")))
          .isInstanceOf(Unavailable.class);
      assertThat(log.warnings).isEmpty();
    }
  }

  @Test
  void aLockThatIsNotLetGoIsNotWaitedForForEver() throws Exception {
    LogFixture log = LogFixture.closed(folder);
    AuditLog writer =
        LogFixture.opened(log.tryOpen(java.time.InstantSource.system(), Duration.ofMillis(50)));
    java.util.concurrent.CountDownLatch held = new java.util.concurrent.CountDownLatch(1);
    java.util.concurrent.CountDownLatch done = new java.util.concurrent.CountDownLatch(1);
    LogLock lock = new LogLock(log.log);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    lock.holding(
                        () -> {
                          held.countDown();
                          java.util.concurrent.locks.LockSupport.parkNanos(1);
                          awaitQuietly(done);
                        });
                  } catch (IOException fault) {
                    throw new AssertionError(fault);
                  }
                });
    held.await();

    assertThat(writer.attempt("run_command", LogFixture.redacted("a")))
        .isInstanceOf(Unavailable.class);
    assertThat(log.warnings).singleElement().asString().contains("did not let go");

    done.countDown();
    holder.join();
    writer.close();
    lock.close();
    // Nobody waited for that record any more, so it was left out.
    assertThat(log.lines()).isEmpty();
  }

  private static void awaitQuietly(java.util.concurrent.CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  static void append(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
  }
}
