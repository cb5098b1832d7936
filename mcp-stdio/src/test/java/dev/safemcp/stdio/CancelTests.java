package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.safemcp.stdio.session.Grace;
import dev.safemcp.stdio.session.Session;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code notifications/cancelled} does. */
@Timeout(60)
class CancelTests {
  @Test
  void aCancelStopsTheOperationAndLeavesTheCallWithoutAnAnswer() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "wait", "a");
      client.standIn.awaitBegun("a");
      client.cancel(1);
      client.standIn.awaitStopped("a");
      SessionFaultTests.assertServesOn(client);
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void theNewErasCancelIsHeardToo() throws Exception {
    try (Client client = new Client()) {
      client.send(
          "{'jsonrpc':'2.0','id':'m','method':'tools/call','params':{'name':'wait','arguments':{'text':'a'},"
              + Client.MODERN_META
              + "}}");
      client.standIn.awaitBegun("a");
      client.send(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'m',"
              + Client.MODERN_META
              + "}}");
      client.standIn.awaitStopped("a");
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void aCancelAfterTheAnswerIsIgnored() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "echo", "a");
      assertThat(SessionFaultTests.code(client.next())).isEqualTo("OK");
      client.cancel(1);
      client.call(1, "echo", "b");
      assertThat(SessionFaultTests.code(client.next())).isEqualTo("OK");
    }
  }

  @Test
  void aCancelOfAnotherCallTouchesNone() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "wait", "a");
      client.standIn.awaitBegun("a");
      client.cancel("1");
      client.cancel(2);
      client.cancel(-1);
      client.standIn.release("a");
      assertThat(SessionFaultTests.code(client.next())).isEqualTo("OK");
    }
  }

  @Test
  void aCancelledCallGivesItsPlaceToTheNext() throws Exception {
    Session.Bounds one = new Session.Bounds(1 << 20, 16, 1 << 20, 1);
    try (Client client = new Client(1 << 20, one, Grace.standard())) {
      client.initialize();
      client.call(1, "wait", "a");
      client.standIn.awaitBegun("a");
      client.call(2, "wait", "b");
      client.cancel(1);
      client.standIn.awaitBegun("b");
      client.standIn.release("b");
      assertThat(client.next().get("id")).hasToString("2");
    }
  }

  @Test
  void whileAllWhoMayRunAreRunningCancelsAndPingsAreHeard() throws Exception {
    Session.Bounds two = new Session.Bounds(1 << 20, 16, 1 << 20, 2);
    try (Client client = new Client(1 << 20, two, Grace.standard())) {
      client.initialize();
      for (int id = 0; id < 10; id++) {
        client.call(id, "wait", "w" + id);
      }
      client.send("{'jsonrpc':'2.0','id':'p','method':'ping'}");
      JsonNode pong = client.next();
      assertThat(pong.get("id").asText()).isEqualTo("p");
      for (int id = 0; id < 10; id++) {
        client.cancel(id);
      }
      for (int id = 0; id < 10; id++) {
        client.standIn.awaitStopped("w" + id);
      }
      List<JsonNode> rest = client.finish();
      assertThat(rest).isEmpty();
    }
  }

  @Test
  void aClientThatDoesNotReadIsHeardAllTheSame() throws Exception {
    try (Client client = new Client(1024, Session.Bounds.standard(), Grace.standard())) {
      client.initialize();
      client.call(1, "wait", "a");
      client.standIn.awaitBegun("a");
      for (int ping = 100; ping < 200; ping++) {
        client.send("{'jsonrpc':'2.0','id':%d,'method':'ping'}".formatted(ping));
      }
      client.fromServer.awaitFull();
      client.cancel(1);
      client.standIn.awaitStopped("a");
      assertThat(client.answers(100)).doesNotContainKey("1");
    }
  }
}
