package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.stdio.session.Grace;
import dev.safemcp.stdio.session.Session;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A flood is not read faster than it is answered. */
@Timeout(120)
class BackPressureTests {
  @Test
  void pastTheBoundOnCallsNothingMoreIsRead() throws Exception {
    assertThatOnlySoManyAreTaken(10, new Session.Bounds(1 << 20, 10, 1 << 20, 100), "");
  }

  @Test
  void pastTheBoundOnTheirBytesNothingMoreIsRead() throws Exception {
    String padding = ",'padding':'" + "y".repeat(30_000) + "'";
    assertThatOnlySoManyAreTaken(3, new Session.Bounds(1 << 20, 100, 100_000, 100), padding);
  }

  @Test
  void aRequestPastTheBoundOnBytesIsServedAlone() throws Exception {
    String padding = ",'padding':'" + "y".repeat(30_000) + "'";
    assertThatOnlySoManyAreTaken(1, new Session.Bounds(1 << 20, 100, 10, 100), padding);
  }

  private static void assertThatOnlySoManyAreTaken(int count, Session.Bounds bounds, String padding)
      throws Exception {
    try (Client client = new Client(1 << 20, bounds, Grace.standard())) {
      client.initialize();
      for (int id = 0; id <= count; id++) {
        client.send(
            "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'wait','arguments':{'text':'w%d'}%s}}"
                .formatted(id, id, padding));
      }
      client.send("{'jsonrpc':'2.0','id':'p','method':'ping'}");
      for (int id = 0; id < count; id++) {
        client.standIn.awaitBegun("w" + id);
      }
      client.awaitReaderIdle();
      assertThat(client.fromServer.unread()).as("the ping is not read yet").isZero();
      client.standIn.release("w0");
      assertThat(client.next().get("id")).hasToString("0");
      client.standIn.awaitBegun("w" + count);
      for (int id = 1; id <= count; id++) {
        client.standIn.release("w" + id);
      }
      assertThat(client.answers(count + 1)).containsKey("\"p\"");
    }
  }

  @Test
  void aClientThatDoesNotReadIsNotReadEitherAndLosesNothing() throws Exception {
    int calls = 3000;
    Session.Bounds bounds = new Session.Bounds(1 << 20, 100, 1 << 20, 8);
    try (Client client = new Client(4096, bounds, Grace.standard())) {
      client.initialize();
      Thread flood = Thread.ofVirtual().start(() -> send(client, calls));
      client.toServer.awaitFull();
      client.fromServer.awaitFull();
      assertThat(client.answers(calls)).hasSize(calls);
      flood.join();
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void aClientThatDoesNotReadSoonHasNobodyRunning() throws Exception {
    Session.Bounds bounds = new Session.Bounds(1 << 20, 100, 1 << 20, 8);
    try (Client client = new Client(1024, bounds, Grace.standard())) {
      client.initialize();
      for (int id = 0; id < 60; id++) {
        client.call(id, "echo", "x".repeat(900) + id); // its answer does not fit into the pipe
      }
      client.fromServer.awaitFull();
      client.awaitReaderIdle();
      assertThat(client.standIn.performed).hasSizeLessThanOrEqualTo(8);
      assertThat(client.answers(60)).hasSize(60);
      assertThat(client.standIn.performed).hasSize(60);
    }
  }

  private static void send(Client client, int calls) {
    try {
      for (int id = 0; id < calls; id++) {
        client.call(id, "echo", "x" + id);
      }
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
