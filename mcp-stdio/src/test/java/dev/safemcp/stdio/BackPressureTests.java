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
  void aClientThatDoesNotReadIsNotReadEitherAndLosesNothing() throws Exception {
    int calls = 3000;
    Session.Bounds bounds = new Session.Bounds(1 << 20, 100, 1 << 20, 8);
    try (Client client = new Client(4096, bounds, Grace.standard())) {
      client.initialize();
      Thread flood = Thread.ofVirtual().start(() -> send(client, calls, "x"));
      client.toServer.awaitFull();
      client.fromServer.awaitFull();
      // What waits to be written fits into the pipe and the calls in flight, whatever was sent.
      assertThat(client.standIn.performed.size()).isLessThan(100 + 4096 / 100 + 1);
      assertThat(client.answers(calls)).hasSize(calls);
      flood.join();
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void requestsInFlightHoldNoMoreBytesThanTheirBound() throws Exception {
    int calls = 40;
    Session.Bounds bounds = new Session.Bounds(1 << 20, 1000, 100_000, 1);
    try (Client client = new Client(4096, bounds, Grace.standard())) {
      client.initialize();
      client.call("first", "wait", "first");
      client.standIn.awaitBegun("first");
      String big = "y".repeat(30_000);
      Thread flood = Thread.ofVirtual().start(() -> send(client, calls, big));
      client.toServer.awaitFull();
      client.standIn.release("first");
      assertThat(client.answers(calls + 1)).hasSize(calls + 1);
      flood.join();
    }
  }

  private static void send(Client client, int calls, String text) {
    try {
      for (int id = 0; id < calls; id++) {
        client.call(id, "echo", text + id);
      }
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
