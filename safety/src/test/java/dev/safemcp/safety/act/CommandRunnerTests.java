package dev.safemcp.safety.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.act.CommandRunner.Way;
import dev.safemcp.safety.act.RunOutcome.Cancelled;
import dev.safemcp.safety.act.RunOutcome.Exited;
import dev.safemcp.safety.act.RunOutcome.NotStarted;
import dev.safemcp.safety.act.RunOutcome.TimedOut;
import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.decision.VettedPrograms;
import dev.safemcp.safety.path.ContainedCommands;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import dev.safemcp.safety.redact.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every way to run a command promises. */
class CommandRunnerTests {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "exit 0,0",
    "exit 7,7",
    "exit 255,255",
    "kill -TERM $$,143",
    "kill -KILL $$,137",
    "kill -SEGV $$,139",
    "kill -USR1 $$,138"
  })
  void aStatusIsWhatAShellSays(String script, int status) throws IOException {
    for (Way way : Way.values()) {
      try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
        assertThat(fixture.sh(script))
            .as("%s", way)
            .isInstanceOfSatisfying(
                Exited.class, exited -> assertThat(exited.status()).isEqualTo(status));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theEnvironmentIsExactlyThreeNames(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      assertThat(RunnerFixture.stdout(fixture.run("env")).lines())
          .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "HOME=" + fixture.root, "LANG=C.UTF-8");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommandHasThreeDescriptorsAndAnEmptyStdin(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      // The fourth is the one through which ls reads the folder.
      assertThat(RunnerFixture.stdout(fixture.run("ls", "/proc/self/fd")).lines())
          .containsExactly("0", "1", "2", "3");
      assertThat(RunnerFixture.stdout(fixture.run("readlink", "/proc/self/fd/0")))
          .isEqualTo("/dev/null\n");
      assertThat(RunnerFixture.stdout(fixture.run("cat"))).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void aCommandStartsInASessionOfItsOwnWithoutSignalsBlockedOrIgnored(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      String status = RunnerFixture.stdout(fixture.run("cat", "/proc/self/status"));
      assertThat(status).containsPattern("SigBlk:\t0{16}\n").containsPattern("SigIgn:\t0{16}\n");
      String[] stat = RunnerFixture.stdout(fixture.run("cat", "/proc/self/stat")).split(" ", -1);
      assertThat(stat[5]).as("the session").isEqualTo(stat[0]);
      assertThat(RunnerFixture.stdout(fixture.sh("ulimit -c"))).isEqualTo("0\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void argumentsArriveAsTheyAre(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      assertThat(RunnerFixture.stdout(fixture.run("printf", "[%s]", "", "a b", "$HOME", "é\n*")))
          .isEqualTo("[][a b][$HOME][é\n*]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommandRunsInItsFolder(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      Files.createDirectories(fixture.root.resolve("a/b"));
      assertThat(
              RunnerFixture.stdout(
                  fixture.run(
                      VettedPrograms.of(Path.of("/usr/bin/env"), "pwd"),
                      "a/b",
                      new Cancellation())))
          .isEqualTo(fixture.root.resolve("a/b") + "\n");
      assertThat(RunnerFixture.stdout(fixture.sh("pwd"))).isEqualTo(fixture.root + "\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothOutputsAreDrainedAtOnce(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      RunOutcome outcome =
          fixture.sh("head -c 300000 /dev/zero >&2; echo end; head -c 300000 /dev/zero");
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Exited.class,
              exited -> {
                int kept = 64 * 1024 + Redactor.margin();
                assertThat(exited.stdout().bytes()).hasSize(kept).startsWith('e', 'n', 'd', '\n');
                assertThat(exited.stderr().bytes()).hasSize(kept);
                assertThat(exited.stdout().more()).isTrue();
                assertThat(exited.stderr().more()).isTrue();
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void noByteIsLostHoweverQuickTheCommand(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      for (int i = 0; i < 100; i++) {
        RunOutcome outcome = fixture.run("head", "-c", "60000", "/dev/zero");
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Exited.class,
                exited -> {
                  assertThat(exited.stdout().bytes()).hasSize(60000);
                  assertThat(exited.stdout().more()).isFalse();
                });
      }
      assertThat(((Exited) fixture.run("printf", "\\377\\376x")).stdout().bytes())
          .containsExactly(0xFF, 0xFE, 'x');
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFloodEndsWithTheTime(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.within(1))) {
      assertThat(fixture.run("yes"))
          .isInstanceOfSatisfying(
              TimedOut.class, timed -> assertThat(timed.stdout().more()).isTrue());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAnIgnoredSignalCannotStopATimeoutDoes(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.within(1))) {
      String seconds = RunnerFixture.uniqueSeconds();
      assertThat(fixture.sh("trap '' TERM INT HUP; echo here; sleep " + seconds + "; echo no"))
          .isInstanceOfSatisfying(
              TimedOut.class,
              timed -> assertThat(RunnerFixture.text(timed.stdout())).isEqualTo("here\n"));
      assertThat(fixture.sh("kill -STOP $$")).isInstanceOf(TimedOut.class);
      assertThat(RunnerFixture.processesWith(seconds)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOrphanThatHoldsTheOutputHoldsNobodyUp(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      String seconds = RunnerFixture.uniqueSeconds();
      // Found by the JDK only as long as it has its parent.
      assertThat(RunnerFixture.stdout(fixture.sh("sleep " + seconds + " & echo hi")))
          .isEqualTo("hi\n");
      if (way != Way.PORTABLE) {
        assertThat(RunnerFixture.processesWith(seconds)).isEmpty();
      } else {
        for (String orphan : RunnerFixture.processesWith(seconds)) {
          ProcessHandle.of(Long.parseLong(orphan.split(" ", -1)[0]))
              .ifPresent(ProcessHandle::destroyForcibly);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWritesOnForAMomentIsHeard(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      String stdout =
          RunnerFixture.stdout(
              fixture.sh(
                  "(i=0; while [ $i -lt 500 ]; do i=$((i+1)); done; echo late) & echo early"));
      if (way == Way.PORTABLE) {
        // The JDK closes a pipe of its own when the process ends: what comes later may be lost
        // there.
        assertThat(stdout).startsWith("early\n");
      } else {
        assertThat(stdout).isEqualTo("early\nlate\n");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCancelBeforeWhileAndAfter(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      String seconds = RunnerFixture.uniqueSeconds();
      Cancellation before = new Cancellation();
      before.cancel();
      assertThat(fixture.sh("touch made; sleep " + seconds, before)).isInstanceOf(Cancelled.class);

      Cancellation meanwhile = new Cancellation();
      Thread canceller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      RunnerFixture.awaitProcessWith("sleep\0" + seconds);
                      meanwhile.cancel();
                    } catch (IOException unreadable) {
                      throw new java.io.UncheckedIOException(unreadable);
                    }
                  });
      assertThat(fixture.sh("echo here; sleep " + seconds + " & sleep " + seconds, meanwhile))
          .isInstanceOfSatisfying(
              Cancelled.class,
              cancelled -> assertThat(RunnerFixture.text(cancelled.stdout())).isEqualTo("here\n"));
      canceller.join();
      assertThat(RunnerFixture.processesWith(seconds)).isEmpty();

      Cancellation after = new Cancellation();
      assertThat(fixture.sh("exit 3", after)).isInstanceOf(Exited.class);
      after.cancel();
      assertThat(fixture.sh("exit 3")).isInstanceOf(Exited.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whyAProgramDoesNotStartIsSaidWithoutAPath(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      Path script = fixture.root.resolve("tool");
      Files.writeString(script, "#!/no/such/interpreter\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path plain = Files.writeString(fixture.root.resolve("plain"), "x");
      Path link = Files.createSymbolicLink(fixture.root.resolve("link"), Path.of("/tmp"));
      List<RunOutcome> outcomes =
          List.of(
              fixture.run("no-such-program"),
              fixture.run(VettedPrograms.of(script), "", new Cancellation()),
              fixture.run(VettedPrograms.of(plain), "", new Cancellation()),
              fixture.run("true", "x".repeat(3_000_000)),
              fixture.run(VettedPrograms.of(Path.of("/usr/bin/true")), "gone", new Cancellation()),
              fixture.run(
                  VettedPrograms.of(Path.of("/usr/bin/true")),
                  String.valueOf(link.getFileName()),
                  new Cancellation()));
      assertThat(outcomes)
          .allSatisfy(
              outcome ->
                  assertThat(outcome)
                      .isInstanceOfSatisfying(
                          NotStarted.class,
                          not -> assertThat(not.reason()).isNotEmpty().doesNotContain("/")));
      if (way != Way.PORTABLE) {
        assertThat(outcomes)
            .extracting(outcome -> ((NotStarted) outcome).reason().replaceAll(".*: ", ""))
            .containsExactly(
                "the program, or the interpreter that it names, is gone",
                "the program, or the interpreter that it names, is gone",
                "the system does not permit it",
                "its arguments are too long",
                "the folder in which it should run is gone",
                "the folder was replaced meanwhile");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void whatCannotBeConfinedIsNotStarted(Way way) throws IOException {
    Confinement refusing = command -> Optional.of("no sandbox here");
    Confinement broken =
        command -> {
          throw new IllegalStateException("/secret/path");
        };
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL, refusing)) {
      assertThat(fixture.sh("touch made"))
          .isEqualTo(new NotStarted("'sh' was not started: no sandbox here"));
      assertThat(fixture.root.resolve("made")).doesNotExist();
    }
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL, broken)) {
      assertThat(fixture.sh("touch made"))
          .isEqualTo(new NotStarted("'sh' was not started: the server failed to start it"));
      assertThat(fixture.root.resolve("made")).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource
  void progressComesAtMostTwiceASecondAndCountsBytes(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      List<Duration> told = new CopyOnWriteArrayList<>();
      List<Long> bytes = new CopyOnWriteArrayList<>();
      RunOutcome outcome =
          fixture.runner.run(
              ContainedCommands.of(
                  VettedPrograms.of(Path.of("/bin/sh"), "-c", "echo 1234; sleep 1.4"),
                  fixture.root,
                  ""),
              Permits.any(),
              (elapsed, seen) -> {
                told.add(elapsed);
                bytes.add(seen);
              },
              new Cancellation());
      assertThat(outcome).isInstanceOf(Exited.class);
      assertThat(told).isNotEmpty();
      for (int i = 1; i < told.size(); i++) {
        assertThat(told.get(i).minus(told.get(i - 1))).isGreaterThan(Duration.ofMillis(490));
      }
      assertThat(bytes).last().isEqualTo(5L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoWaitsForASlotCanBeTakenBackAndWaitingIsNoRunning(Way way) throws Exception {
    Limits one = new Limits(2, 1024, 1, 0, 0, 0, 0);
    try (RunnerFixture fixture = new RunnerFixture(folder, way, one)) {
      String seconds = RunnerFixture.uniqueSeconds();
      Cancellation first = new Cancellation();
      Thread holder = Thread.ofPlatform().start(() -> fixture.sh("sleep " + seconds, first));
      RunnerFixture.awaitProcessWith("sleep\0" + seconds);
      Cancellation second = new Cancellation();
      List<RunOutcome> outcomes = new CopyOnWriteArrayList<>();
      Thread waiter =
          Thread.ofPlatform().start(() -> outcomes.add(fixture.sh("touch made", second)));
      while (waiter.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      second.cancel();
      waiter.join();
      assertThat(outcomes).singleElement().isInstanceOf(Cancelled.class);
      assertThat(fixture.root.resolve("made")).doesNotExist();
      first.cancel();
      holder.join();
      assertThat(fixture.sh("exit 0")).isInstanceOf(Exited.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClosedRunnerHasKilledAllAndTakesNoMore(Way way) throws Exception {
    RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL);
    String seconds = RunnerFixture.uniqueSeconds();
    Thread running = Thread.ofPlatform().start(() -> fixture.sh("sleep " + seconds));
    RunnerFixture.awaitProcessWith("sleep\0" + seconds);
    fixture.close();
    assertThat(RunnerFixture.processesWith(seconds)).isEmpty();
    running.join(TimeUnit.SECONDS.toMillis(10));
    assertThat(running.isAlive()).isFalse();
    assertThat(fixture.sh("touch made")).isInstanceOf(NotStarted.class);
    assertThat(fixture.root.resolve("made")).doesNotExist();
    assertThat(fixture.runner.notHeld()).as("nothing runs that could be unheld").isEmpty();
    fixture.close();
  }

  @Test
  void whatTheSystemDoesNotHoldIsSaid() throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, Way.PORTABLE, RunnerFixture.USUAL)) {
      assertThat(fixture.runner.notHeld()).anyMatch(gap -> gap.contains("detached"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aVirtualThreadMayRunOne(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, RunnerFixture.USUAL)) {
      List<RunOutcome> outcomes = new CopyOnWriteArrayList<>();
      Thread.ofVirtual().start(() -> outcomes.add(fixture.sh("echo hi"))).join();
      assertThat(outcomes).singleElement().extracting(RunnerFixture::stdout).isEqualTo("hi\n");
    }
  }
}
