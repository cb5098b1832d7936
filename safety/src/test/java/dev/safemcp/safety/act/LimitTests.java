package dev.safemcp.safety.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.act.CommandRunner.Way;
import dev.safemcp.safety.act.RunOutcome.Exited;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The limits of the policy are in force on a command before its program runs. */
class LimitTests {
  private static final Limits ALL = new Limits(20, 64 * 1024, 0, 1, 64 << 20, 10_000, 5_000);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void theFirstInstructionOfAProgramSeesThem(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, ALL)) {
      for (int i = 0; i < 100; i++) {
        String limits = RunnerFixture.stdout(fixture.run("cat", "/proc/self/limits"));
        assertThat(limits)
            .containsPattern("Max cpu time +1 +1 +seconds")
            .containsPattern("Max address space +67108864 +67108864 +bytes")
            .containsPattern("Max file size +10000 +10000 +bytes")
            .containsPattern("Max processes +5000 +5000 +processes")
            .containsPattern("Max core file size +0 +0 +bytes");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void whoeverExceedsOneFails(Way way) throws IOException {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, ALL)) {
      assertThat(((Exited) fixture.sh("while :; do :; done")).status()).isEqualTo(128 + 9);
      assertThat(((Exited) fixture.run("head", "-c", "200000000", "/dev/zero")).status()).isZero();
      // Memory: the whole line is held.
      assertThat(
              ((Exited) fixture.sh("head -c 200000000 /dev/zero | tr '\\0' x | sort -S 1G"))
                  .status())
          .isNotZero();
      assertThat(((Exited) fixture.sh("exec head -c 20000 /dev/zero > big")).status())
          .isEqualTo(128 + 25);
      assertThat(Files.size(fixture.root.resolve("big"))).isEqualTo(10_000);
    }
  }

  @Test
  void theServerItselfIsNotBound() throws IOException {
    List<String> before = Files.readAllLines(Path.of("/proc/self/limits"));
    try (RunnerFixture fixture = new RunnerFixture(folder, Way.MARKS, ALL)) {
      for (int i = 0; i < 50; i++) {
        assertThat(fixture.run("true")).isInstanceOf(Exited.class);
      }
    }
    assertThat(Files.readAllLines(Path.of("/proc/self/limits")))
        .filteredOn(line -> !line.startsWith("Max core file size"))
        .containsExactlyElementsOf(
            before.stream().filter(line -> !line.startsWith("Max core file size")).toList());
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void manyAtOnceAllHaveThem(Way way) throws Exception {
    try (RunnerFixture fixture = new RunnerFixture(folder, way, ALL)) {
      List<String> outputs = new CopyOnWriteArrayList<>();
      List<Thread> threads =
          java.util.stream.IntStream.range(0, 8)
              .mapToObj(
                  ignored ->
                      Thread.ofPlatform()
                          .start(
                              () -> {
                                for (int i = 0; i < 20; i++) {
                                  outputs.add(
                                      RunnerFixture.stdout(fixture.sh("ulimit -f -H; echo")));
                                }
                              }))
              .toList();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(outputs).hasSize(160).containsOnly("19\n\n");
      assertThat(fixture.run("no-such-program")).isInstanceOf(RunOutcome.NotStarted.class);
      assertThat(fixture.run("true")).isInstanceOf(Exited.class);
    }
  }
}
