package dev.safemcp.safety.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.act.CommandRunner.Way;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What needs a server process of its own: its violent end, and a thread that may open nothing. */
class ServerEndTests {
  @TempDir Path folder;

  @Test
  void nothingSurvivesAServerThatIsKilledByForce() throws Exception {
    for (int round = 0; round < 5; round++) {
      String seconds = RunnerFixture.uniqueSeconds();
      try (ServerProcess server = new ServerProcess(folder, Way.BEST, 60, false)) {
        server.tell("sleep S & (setsid sleep S &); sleep S".replace("S", seconds));
        while (RunnerFixture.processesWith("sleep\0" + seconds).size() < 3) {
          Thread.onSpinWait();
        }
        server.killByForce();
        // The watcher needs the moment in which it is woken.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!RunnerFixture.processesWith(seconds).isEmpty() && System.nanoTime() < deadline) {
          Thread.onSpinWait();
        }
        assertThat(RunnerFixture.processesWith(seconds)).isEmpty();
      }
    }
  }

  @Test
  void aWatcherEndsNothingButItsServersCommands() throws Exception {
    String seconds = RunnerFixture.uniqueSeconds();
    Process bystander = new ProcessBuilder("sleep", seconds).start();
    try (ServerProcess other = new ServerProcess(folder.resolve("other"), Way.BEST, 60, false);
        ServerProcess server = new ServerProcess(folder.resolve("one"), Way.BEST, 60, false)) {
      server.killByForce();
      assertThat(other.ask("echo here")).isEqualTo("exited 0 here ");
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroyForcibly();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PORTABLE", mode = EnumSource.Mode.EXCLUDE)
  void aThreadThatMayOpenNothingDoesAllItHasTo(Way way) throws Exception {
    String seconds = RunnerFixture.uniqueSeconds();
    try (ServerProcess server = new ServerProcess(folder, way, 1, true)) {
      assertThat(server.ask("exit 3")).isEqualTo("exited 3 ");
      assertThat(server.ask("(setsid sleep S &) ; sleep S & echo up".replace("S", seconds)))
          .isEqualTo("exited 0 up ");
      assertThat(server.ask("(setsid sleep S &); echo up; sleep S".replace("S", seconds)))
          .isEqualTo("timed out up ");
      assertThat(server.ask("cat /proc/self/status")).startsWith("exited 1");
      assertThat(server.ask("kill -9 $$")).isEqualTo("exited 137 ");
    }
    assertThat(RunnerFixture.processesWith(seconds)).isEmpty();
  }

  @Test
  void aCommandCanReachNeitherTheServerNorItsWatcher() throws Exception {
    try (ServerProcess server = new ServerProcess(folder, Way.BEST, 5, false)) {
      assertThat(server.ask("kill -0 " + server.pid() + " 2>/dev/null || echo denied"))
          .isEqualTo("exited 0 denied ");
      long watcher =
          ProcessHandle.of(server.pid()).orElseThrow().children().findFirst().orElseThrow().pid();
      assertThat(server.ask("kill -9 " + watcher + " 2>/dev/null || echo denied"))
          .isEqualTo("exited 0 denied ");
    }
  }
}
