package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many writers on one log, some of which are killed. */
class AuditLogRaceTests {
  /** Raise it for a longer run: {@code -Daudit.race.calls=5000} is ten thousand records each. */
  private static final int CALLS = Integer.getInteger("audit.race.calls", 100);

  private static final int WRITERS = 10;
  private static final int KILLED = 2;
  private static final int TORN = 2;
  private static final long MAX_BYTES = 64 * 1024;
  private static final int KEEP = 10_000;

  @TempDir Path folder;

  @Test
  void tenProcessesOfWhichTwoAreKilledAndTwoDieInARecordLeaveOneChain() throws Exception {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, MAX_BYTES, KEEP);
    Path errors = Files.createFile(folder.resolve("stderr"));
    List<WriterProcess> writers = new ArrayList<>();
    try {
      for (int i = 0; i < WRITERS; i++) {
        int calls = i >= WRITERS - TORN ? -CALLS / 2 : CALLS;
        writers.add(
            WriterProcess.start(List.of(), log.log, "writer" + i, MAX_BYTES, KEEP, calls, errors));
      }
      Map<String, Integer> acknowledged = new HashMap<>();
      for (int i = 0; i < KILLED; i++) {
        WriterProcess victim = writers.get(i);
        String line = victim.next();
        while (line != null && !line.equals("recorded " + CALLS / 3)) {
          line = victim.next();
        }
        victim.kill();
        acknowledged.put("writer" + i, Math.max(CALLS / 3, victim.finish()));
      }
      for (int i = KILLED; i < WRITERS; i++) {
        acknowledged.put("writer" + i, writers.get(i).finish());
      }

      assertThat(errors).isEmptyFile();
      AuditVerification.Verdict.Intact intact = log.intact();
      assertThat(intact.first()).isEqualTo(1);
      // A SIGKILL may cut a write too, so there may be more.
      assertThat(intact.torn()).hasSizeBetween(TORN, TORN + KILLED);
      assertThat(log.rotated(3)).exists();
      Map<String, Integer> outcomes = outcomes(log);
      acknowledged.forEach(
          (writer, calls) ->
              assertThat(outcomes.get(writer)).as(writer).isGreaterThanOrEqualTo(calls));
      for (int i = KILLED; i < WRITERS; i++) {
        assertThat(outcomes.get("writer" + i)).isEqualTo(i < WRITERS - TORN ? CALLS : CALLS / 2);
      }
    } finally {
      writers.forEach(WriterProcess::close);
    }
  }

  /** Counts outcomes by writer. */
  private static Map<String, Integer> outcomes(LogFixture log) throws IOException {
    Map<String, Integer> outcomes = new HashMap<>();
    try (AuditReader reader = AuditReader.open(log.log, AuditQuery.all())) {
      for (Optional<AuditItem> item = reader.next(); item.isPresent(); item = reader.next()) {
        if (item.get() instanceof AuditEntry entry && entry.code().isPresent()) {
          outcomes.merge(entry.id().replaceFirst("-.*", ""), 1, Integer::sum);
        }
      }
    }
    return outcomes;
  }

  @Test
  void sixteenThreadsShareOneChainAndLoseNothing() throws Exception {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, MAX_BYTES, KEEP);
    try (AuditLog writer = log.open();
        ExecutorService threads = Executors.newFixedThreadPool(16)) {
      finish(sixteen(threads, () -> LogFixture.call(writer, "echo")));
    }

    assertThat(log.intact().records()).isEqualTo(16 * 30 * 2);
    assertThat(outcomes(log)).containsExactly(Map.entry("session", 16 * 30));
  }

  @Test
  void aVerificationBesideWritersAndRotationsHolds() throws Exception {
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 4000, 5);
    try (AuditLog writer = log.open();
        ExecutorService threads = Executors.newFixedThreadPool(16)) {
      LogFixture.call(writer, "echo");
      List<Future<?>> running = sixteen(threads, () -> LogFixture.call(writer, "echo"));
      do {
        log.intact();
      } while (!running.stream().allMatch(Future::isDone));
      finish(running);
    }
  }

  @Test
  void aLogThatClosesUnderItsCallersAnswersEachOfThem() throws Exception {
    LogFixture log = LogFixture.closed(folder);
    AuditLog writer = log.open();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      List<Future<?>> running =
          sixteen(threads, () -> writer.attempt("run_command", LogFixture.redacted("echo")));
      writer.close();
      finish(running);
    }

    log.intact();
  }

  private static List<Future<?>> sixteen(ExecutorService threads, Runnable call) {
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 30; i++) {
                  call.run();
                }
              }));
    }
    return running;
  }

  private static void finish(List<Future<?>> running)
      throws InterruptedException, ExecutionException {
    for (Future<?> one : running) {
      one.get();
    }
  }
}
