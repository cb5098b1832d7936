package dev.safemcp.safety.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.act.CommandRunner.Way;
import dev.safemcp.safety.act.RunOutcome.Cancelled;
import dev.safemcp.safety.act.RunOutcome.Exited;
import dev.safemcp.safety.act.RunOutcome.TimedOut;
import dev.safemcp.safety.decision.VettedPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing that a command started outlives the call, whatever it did to get away. */
class ProcessTreeRaceTests {
  private static final int ROUNDS = 200;

  @TempDir Path folder;

  /** What other tests' processes left to this one, which inherits orphans of every kind. */
  private final List<ProcessTable.Entry> before = deadChildren();

  /** A child, a grandchild in a session of its own that lost its parent, and the command itself. */
  private static String tree(String seconds) {
    return "sleep S & (setsid sleep S &); setsid sh -c '(sleep S &) ; sleep S' & echo up; sleep S"
        .replace("S", seconds);
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void nothingSurvivesACancelAtAnyMoment(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      String seconds = RunnerFixture.uniqueSeconds();
      for (int round = 0; round < ROUNDS; round++) {
        Cancellation cancellation = new Cancellation();
        long nanos = round * 100_000L;
        Thread canceller =
            Thread.ofPlatform()
                .start(
                    () -> {
                      long begin = System.nanoTime();
                      while (System.nanoTime() - begin < nanos) {
                        Thread.onSpinWait();
                      }
                      cancellation.cancel();
                    });
        RunOutcome outcome = fixture.sh(tree(seconds), cancellation);
        assertThat(RunnerFixture.processesWith(seconds)).as("round %d", round).isEmpty();
        assertThat(outcome).isInstanceOf(Cancelled.class);
        canceller.join();
      }
      assertThat(zombies()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void nothingSurvivesATimeoutSixteenSideBySide(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.within(1))) {
      List<String> survivors = new CopyOnWriteArrayList<>();
      AtomicInteger timeouts = new AtomicInteger();
      sixteen(
          ROUNDS / 16 + 1,
          () -> {
            String seconds = RunnerFixture.uniqueSeconds();
            if (fixture.sh(tree(seconds)) instanceof TimedOut) {
              timeouts.incrementAndGet();
            }
            survivors.addAll(RunnerFixture.processesWith(seconds));
          });
      assertThat(survivors).isEmpty();
      assertThat(zombies()).isEmpty();
      assertThat(timeouts).hasValue(16 * (ROUNDS / 16 + 1));
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void theEndOfOneCommandTouchesNoOther(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      List<RunOutcome> wrong = new CopyOnWriteArrayList<>();
      sixteen(
          10,
          () -> {
            String seconds = RunnerFixture.uniqueSeconds();
            // The orphan lives on while other commands end, and is heard at the end.
            RunOutcome outcome =
                fixture.sh(
                    """
                    (setsid sh -c 'sleep 0.1; echo orphan; touch S' &)
                    while [ ! -e S ]; do sleep 0.01; done
                    (setsid sleep S &)
                    echo end
                    """
                        .replace("S", seconds));
            if (!RunnerFixture.stdout(outcome).equals("orphan\nend\n")
                || !RunnerFixture.processesWith(seconds).isEmpty()) {
              wrong.add(outcome);
            }
          });
      assertThat(wrong).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void processesThatForkWithoutEndDieToo(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.within(1))) {
      String mark = RunnerFixture.uniqueSeconds();
      Path script = fixture.root.resolve("fork-" + mark);
      // Each generation starts the next in a session of its own and ends: no pid lives long.
      Files.writeString(script, "setsid sh \"$0\" &\n");
      assertThat(fixture.sh("sh " + script + "; sleep 60")).isInstanceOf(TimedOut.class);
      assertThat(RunnerFixture.processesWith(mark)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aThousandQuickCommandsLeaveNothingBehind(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      for (int i = 0; i < 50; i++) {
        assertThat(fixture.run("true")).isInstanceOf(Exited.class);
      }
      long descriptors = descriptors();
      int threads = threads();
      for (int i = 0; i < 1000; i++) {
        assertThat(fixture.run("true")).isInstanceOf(Exited.class);
      }
      assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 2);
      // Those of the JDK's process reaper end by themselves a minute later.
      assertThat(threads()).isLessThanOrEqualTo(threads + 4);
      assertThat(zombies()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void aFolderSwappedForALinkIsNeverEntered(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      Path outside = Files.createDirectories(folder.resolve("outside"));
      Path real = Files.createDirectories(fixture.root.resolve("a/b"));
      Path parked = fixture.root.resolve("parked");
      Path swapped = real.getParent();
      Files.createDirectories(outside.resolve("b"));
      Thread swapper =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      while (!Thread.currentThread().isInterrupted()) {
                        Files.move(swapped, parked);
                        Files.createSymbolicLink(swapped, outside);
                        Files.delete(swapped);
                        Files.move(parked, swapped);
                      }
                    } catch (IOException unexpected) {
                      throw new UncheckedIOException(unexpected);
                    }
                  });
      long begin = System.nanoTime();
      int ran = 0;
      int refused = 0;
      while (System.nanoTime() - begin < 8_000_000_000L && (ran < 1000 || refused < 1000)) {
        RunOutcome outcome =
            fixture.run(
                VettedPrograms.of(Path.of("/usr/bin/touch"), "escaped"), "a/b", new Cancellation());
        if (outcome instanceof Exited) {
          ran++;
        } else {
          refused++;
        }
      }
      swapper.interrupt();
      swapper.join();
      assertThat(outside.resolve("b/escaped")).doesNotExist();
      assertThat(ran).isPositive();
      assertThat(refused).isPositive();
    }
  }

  /** What is done at once, over and over. */
  private interface Work {
    void run() throws IOException;
  }

  private static void sixteen(int rounds, Work work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 16; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int round = 0; round < rounds; round++) {
                        work.run();
                      }
                    } catch (IOException | RuntimeException failure) {
                      failures.add(failure);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  private static int threads() {
    return Thread.getAllStackTraces().size();
  }

  /** Returns the dead that nobody reaped since the test began. */
  private List<ProcessTable.Entry> zombies() {
    return deadChildren().stream().filter(entry -> !before.contains(entry)).toList();
  }

  private static List<ProcessTable.Entry> deadChildren() {
    int self = (int) ProcessHandle.current().pid();
    return ProcessTable.all().stream()
        .filter(entry -> entry.parent() == self && entry.zombie())
        .toList();
  }
}
