package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.safemcp.safety.act.Progress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a client hears that a call goes on. */
@Timeout(60)
class ProgressTests {
  @ParameterizedTest
  @ValueSource(strings = {"'t1'", "7", "0", "''", "-9223372036854775808"})
  void aCallWithATokenReportsAtMostTwiceASecondAndNeverAfterItsAnswer(String token)
      throws Exception {
    try (Client client = Client.initialized()) {
      Progress progress = begin(client, ",'_meta':{'progressToken':" + token + "}");
      progress.running(Duration.ofMillis(100), 1); // too soon
      progress.running(Duration.ofMillis(500), 2);
      assertProgress(client.next(), token, 500, "running for 0.5 s, 2 bytes of output so far");
      progress.running(Duration.ofMillis(999), 3); // too soon
      progress.running(Duration.ofMillis(999), 3);
      progress.running(Duration.ofMillis(400), 3); // backwards
      // The thread that wrote the first may not have gone yet; then this one is left out.
      JsonNode next = null;
      for (int millis = 61_100; next == null; millis += 500) {
        progress.running(Duration.ofMillis(millis), 1L << 40);
        if (client.fromServer.unread() > 0) {
          next = client.next();
        }
      }
      assertThat(next.at("/params/message").asText())
          .matches("running for \\d+\\.\\d s, 1099511627776 bytes of output so far");
      assertThat(next.at("/params/progress").asLong()).isGreaterThanOrEqualTo(61_100);
      client.standIn.release("a");
      JsonNode message = client.next();
      while (message.has("method")) {
        message = client.next();
      }
      assertThat(SessionFaultTests.code(message)).isEqualTo("OK");
      progress.running(Duration.ofHours(200), 5); // after the answer
      assertThat(client.finish()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",'_meta':{}",
        ",'_meta':5",
        ",'_meta':{'progressToken':null}",
        ",'_meta':{'progressToken':1.5}",
        ",'_meta':{'progressToken':{}}",
        ",'_meta':{'progressToken':true}",
        ",'_meta':{'progressToken':'\\ud800'}",
        ",'progressToken':1"
      })
  void aCallWithoutAProperTokenReportsNothing(String meta) throws Exception {
    try (Client client = Client.initialized()) {
      begin(client, meta).running(Duration.ofSeconds(9), 9);
      client.standIn.release("a");
      assertThat(SessionFaultTests.code(client.next())).isEqualTo("OK");
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void aReportDoesNotWaitForAClientThatDoesNotRead() throws Exception {
    try (Client client = new Client(1024)) {
      client.initialize();
      Progress progress = begin(client, ",'_meta':{'progressToken':1}");
      for (int second = 1; second < 10_000; second++) {
        progress.running(Duration.ofSeconds(second), second); // would block for ever
      }
      client.standIn.release("a");
      long last = 0;
      JsonNode message = client.next();
      while (message.has("method")) {
        long progressed = message.at("/params/progress").asLong();
        assertThat(progressed).isGreaterThan(last);
        last = progressed;
        message = client.next();
      }
      assertThat(SessionFaultTests.code(message)).isEqualTo("OK");
    }
  }

  private static Progress begin(Client client, String meta) throws Exception {
    client.send(
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'wait','arguments':{'text':'a'}"
            + meta
            + "}}");
    client.standIn.awaitBegun("a");
    return Objects.requireNonNull(client.standIn.progress.get("a"));
  }

  private static void assertProgress(JsonNode message, String token, long progress, String text) {
    assertThat(message.get("method").asText()).isEqualTo("notifications/progress");
    assertThat(message.has("id")).isFalse();
    assertThat(message.at("/params/progressToken")).hasToString(token.replace('\'', '"'));
    assertThat(message.at("/params/progress").asLong()).isEqualTo(progress);
    assertThat(message.at("/params/message").asText()).isEqualTo(text);
  }
}
