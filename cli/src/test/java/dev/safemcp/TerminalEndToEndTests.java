package dev.safemcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The terminal through the built launcher: processes, pipes and signals as in real use. */
class TerminalEndToEndTests {
  @TempDir Path folder;
  private Path policy = Path.of("");

  @BeforeEach
  void writePolicy() throws IOException {
    Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(folder.resolve("state"));
    policy =
        Files.writeString(
            folder.resolve("policy.toml"),
            """
            audit_log = "state/audit.jsonl"
            [terminal]
            jail_root = "root"
            [terminal.limits]
            timeout_seconds = 20
            max_concurrent = 8
            [terminal.allowlist]
            commands = ["echo", "pwd", "cat", "sleep", "ls"]
            [terminal.denylist]
            commands = ["rm"]
            """);
  }

  @Test
  void tenThousandCallsLoseNoAnswerAndLeakNothing() throws Exception {
    try (Session session = Session.open("terminal", policy)) {
      runEcho(session, 2_000);
      long threads = session.threads();
      long descriptors = session.descriptors();
      long resident = session.residentKilobytes();

      runEcho(session, 10_000);

      assertThat(session.threads()).as("threads").isLessThanOrEqualTo(threads + 4);
      assertThat(session.descriptors()).as("descriptors").isLessThanOrEqualTo(descriptors + 4);
      // The JVM may still grow its heap towards -Xmx; a leak of one kilobyte a call would double
      // this.
      assertThat(session.residentKilobytes()).as("resident kB").isLessThan(resident + resident / 2);
      assertThat(session.noise()).isEmpty();
      assertThat(session.leave(Duration.ofSeconds(5))).isZero();
    }
    try (Stream<String> lines = Files.lines(folder.resolve("state/audit.jsonl"))) {
      assertThat(lines.count()).isEqualTo(2 * 12_000);
    }
  }

  private static void runEcho(Session session, int calls) throws InterruptedException {
    Semaphore inFlight = new Semaphore(8);
    List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      inFlight.acquire();
      answers.add(
          session
              .submit("run_command", Map.of("command", "echo " + i))
              .whenComplete((answer, fault) -> inFlight.release()));
    }
    for (int i = 0; i < calls; i++) {
      JsonNode answer = answers.get(i).orTimeout(60, TimeUnit.SECONDS).join();
      assertThat(answer.path("detail").path("stdout").asText()).isEqualTo(i + "\n");
    }
  }

  @Test
  void aTermSignalKillsWhatRunsAndClosesTheLog() throws Exception {
    try (Session session = Session.open("terminal", policy)) {
      CompletableFuture<JsonNode> running =
          session.submit("run_command", Map.of("command", "sleep 7.4311"));
      awaitRunning("7.4311", true);

      session.process().destroy();

      assertThat(session.process().waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(session.process().exitValue()).isEqualTo(143);
      awaitRunning("7.4311", false);
      assertThat(running).isDone();
    }
  }

  @Test
  void theEndOfInputKillsWhatRunsAndExitsWithZero() throws Exception {
    try (Session session = Session.open("terminal", policy)) {
      CompletableFuture<JsonNode> running =
          session.submit("run_command", Map.of("command", "sleep 7.4312"));
      awaitRunning("7.4312", true);

      assertThat(session.leave(Duration.ofSeconds(5))).isZero();

      awaitRunning("7.4312", false);
      assertThat(running.join().path("code").asText()).isEqualTo("OPERATION_FAILED");
    }
  }

  @Test
  void namesInUtf8WorkWithoutALocale() throws Exception {
    Files.writeString(folder.resolve("root/café ☕.txt"), "ok\n");
    try (Session session = Session.open("terminal", policy)) {
      JsonNode answer = session.call("run_command", Map.of("command", "cat 'café ☕.txt'"));
      assertThat(answer.path("detail").path("stdout").asText()).isEqualTo("ok\n");
    }
  }

  @Test
  void whatTheServerKnowsDoesNotReachTheCommand() throws Exception {
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "API_TOKEN", "hush");
    try (Session session = Session.start(environment, "terminal", "--config", policy.toString())) {
      assertThat(session.leave(Duration.ofSeconds(10))).isZero();
      assertThat(session.errors()).doesNotContain("hush");
    }
  }

  @Test
  void everyRefusalToStartIsOneLineAndStatusTwo() throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.toml"), "[terminal]\nallowlst = 1\n");
    for (String[] arguments :
        new String[][] {
          {},
          {"terminal"},
          {"files", "--config", wrong.toString()},
          {"terminal", "--config", wrong.toString()},
          {"terminal", "--config", folder.resolve("absent.toml").toString()},
          {"terminal", "--confg", policy.toString()},
          {"nonsense"}
        }) {
      try (Session session = Session.start(Map.of("PATH", "/usr/bin:/bin"), arguments)) {
        assertThat(session.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(session.process().exitValue()).as(String.join(" ", arguments)).isEqualTo(2);
        String errors = awaitErrors(session);
        assertThat(errors).startsWith("fatal: ").hasLineCount(1).doesNotContain("Exception");
        assertThat(session.noise()).isEmpty();
      }
    }
  }

  private static String awaitErrors(Session session) throws InterruptedException {
    for (int i = 0; i < 200 && !session.errors().endsWith("\n"); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    return session.errors().strip();
  }

  private static void awaitRunning(String marker, boolean wanted) throws Exception {
    for (int i = 0; i < 500 && running(marker) != wanted; i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(running(marker)).isEqualTo(wanted);
  }

  private static boolean running(String marker) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(entry -> entry.getFileName().toString().chars().allMatch(Character::isDigit))
          .anyMatch(entry -> commandLine(entry).contains("sleep\0" + marker));
    }
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
