package dev.safemcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.safemcp.stdio.session.Grace;
import dev.safemcp.stdio.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a session ends. */
@Timeout(60)
class SessionEndTests {
  private static final Grace LONG = new Grace(Duration.ofSeconds(50), Duration.ofSeconds(50));
  private static final Grace SHORT = new Grace(Duration.ZERO, Duration.ofSeconds(50));

  @Test
  void anInputWithoutAnythingEndsTheSession() throws Exception {
    try (Client client = new Client()) {
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void whatIsSentBeforeTheEndIsAnsweredThoughTheInputHasEnded() throws Exception {
    try (Client client = new Client()) {
      client.initialize();
      for (int id = 0; id < 100; id++) {
        client.call(id, "echo", "e" + id);
      }
      assertThat(client.finish())
          .hasSize(100)
          .extracting(SessionFaultTests::code)
          .containsOnly("OK");
    }
  }

  @Test
  void theLastLineNeedsNoLineBreak() throws Exception {
    try (Client client = Client.initialized()) {
      client.sendBytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(UTF_8));
      assertThat(client.finish()).hasSize(1);
    }
  }

  @Test
  void whatRunsAtTheEndMayFinishWithinTheGrace() throws Exception {
    try (Client client = new Client(1 << 20, Session.Bounds.standard(), LONG)) {
      client.initialize();
      client.call(1, "wait", "a");
      client.standIn.awaitBegun("a");
      client.toServer.closeWriter();
      client.standIn.release("a");
      List<JsonNode> rest = client.finish();
      assertThat(rest).extracting(SessionFaultTests::code).containsExactly("OK");
    }
  }

  @Test
  void whatRunsOnAfterTheGraceIsStoppedAndAnswered() throws Exception {
    try (Client client = new Client(1 << 20, Session.Bounds.standard(), SHORT)) {
      client.initialize();
      for (int id = 0; id < 200; id++) {
        client.call(id, "wait", "w" + id);
      }
      client.standIn.awaitBegun("w0");
      List<JsonNode> rest = client.finish();
      assertThat(rest).extracting(answer -> answer.get("id").asInt()).doesNotHaveDuplicates();
      assertThat(rest)
          .hasSize(200)
          .extracting(SessionFaultTests::code)
          .containsOnly("OPERATION_FAILED");
    }
  }

  @Test
  void whatCannotBeStoppedDoesNotHoldUpTheEnd() throws Exception {
    Grace none = new Grace(Duration.ZERO, Duration.ZERO);
    try (Client client = new Client(1 << 20, Session.Bounds.standard(), none)) {
      client.initialize();
      client.call(1, "stubborn", "a");
      client.standIn.awaitBegun("a");
      assertThat(client.finish()).isEmpty();
      client.standIn.release("a");
    }
  }

  @Test
  void aBrokenOutputStopsWhatRunsAndEndsTheSession() throws Exception {
    try (Client client = new Client(1 << 20, Session.Bounds.standard(), LONG)) {
      client.initialize();
      client.call(1, "wait", "a");
      client.standIn.awaitBegun("a");
      client.fromServer.closeReader();
      client.send("{'jsonrpc':'2.0','id':2,'method':'ping'}"); // its answer finds it broken
      client.standIn.awaitStopped("a");
      assertThat(client.returned()).isTrue(); // though the input is still open
    }
  }

  @Test
  void aClientThatStoppedReadingDoesNotHoldUpTheEnd() throws Exception {
    Grace quick = new Grace(Duration.ZERO, Duration.ofMillis(10));
    try (Client client = new Client(1024, Session.Bounds.standard(), quick)) {
      client.initialize();
      for (int id = 0; id < 100; id++) {
        client.call(id, "echo", "e" + id);
      }
      client.fromServer.awaitFull();
      client.toServer.closeWriter();
      assertThat(client.returned()).isTrue();
    }
  }

  @Test
  void aClientThatReadsNoRepliesDoesNotHoldUpTheEnd() throws Exception {
    Grace quick = new Grace(Duration.ZERO, Duration.ofMillis(10));
    try (Client client = new Client(1024, Session.Bounds.standard(), quick)) {
      client.initialize();
      for (int id = 0; id < 1000; id++) {
        client.send("{'jsonrpc':'2.0','id':%d,'method':'ping'}".formatted(id));
      }
      client.fromServer.awaitFull();
      client.toServer.closeWriter();
      assertThat(client.returned()).isTrue();
    }
  }

  @Test
  void repliesBeforeTheEndAreReadThoughTheClientIsSlow() throws Exception {
    try (Client client = new Client(1024, Session.Bounds.standard(), LONG)) {
      client.initialize();
      for (int id = 0; id < 1000; id++) {
        client.send("{'jsonrpc':'2.0','id':%d,'method':'ping'}".formatted(id));
      }
      client.fromServer.awaitFull();
      client.toServer.closeWriter();
      assertThat(client.answers(1000)).hasSize(1000);
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void aProcessWhoseStdoutIsClosedEndsThoughItsStdinIsOpen() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StandIn.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      process.getInputStream().close();
      String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
      process.getOutputStream().write(ping.getBytes(UTF_8));
      process.getOutputStream().flush();
      assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
