package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many calls with 64 in flight: none lost, none doubled, nothing grows. For figures, which it
 * prints: {@code -Dsafe-mcp.soak.calls=200000 -Dsafe-mcp.soak.in-flight=8}.
 */
@Timeout(1200)
class SoakTests {
  private static final int IN_FLIGHT = Integer.getInteger("safe-mcp.soak.in-flight", 64);

  @Test
  void manyInFlightLoseNothingAndLeaveNothingBehind() throws Exception {
    int calls = Integer.getInteger("safe-mcp.soak.calls", 20_000);
    try (Client client = Client.initialized()) {
      run(client, 0, calls / 4); // warm
      Resources before = Resources.now();
      long began = System.nanoTime();
      run(client, calls / 4, calls);
      double seconds = (System.nanoTime() - began) / 1e9;
      Resources after = Resources.now();
      System.err.printf(
          "soak: %d calls, %d in flight, %.0f calls/s, %s -> %s%n",
          calls, IN_FLIGHT, (calls - calls / 4) / seconds, before, after);
      assertThat(after.threads).isLessThanOrEqualTo(before.threads + 4); // carriers come and go
      assertThat(after.descriptors).isLessThanOrEqualTo(before.descriptors + 2);
      assertThat(after.heapBytes).isLessThan(before.heapBytes + (32 << 20));
      assertThat(client.finish()).isEmpty();
    }
  }

  private static void run(Client client, int from, int to) throws Exception {
    Semaphore places = new Semaphore(IN_FLIGHT);
    Thread sender =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int id = from; id < to; id++) {
                      places.acquireUninterruptibly();
                      client.call(id, "echo", "t");
                    }
                  } catch (IOException broken) {
                    throw new AssertionError(broken);
                  }
                });
    BitSet answered = new BitSet();
    for (int count = from; count < to; count++) {
      JsonNode answer = client.next();
      int id = answer.get("id").asInt();
      assertThat(answered.get(id)).as("answered twice: %d", id).isFalse();
      answered.set(id);
      assertThat(SessionFaultTests.code(answer)).isEqualTo("OK");
      places.release();
    }
    sender.join();
    assertThat(answered.cardinality()).isEqualTo(to - from);
  }

  private record Resources(long heapBytes, int threads, long descriptors) {
    static Resources now() throws IOException, InterruptedException {
      for (int i = 0; i < 3; i++) {
        System.gc();
      }
      Runtime runtime = Runtime.getRuntime();
      return new Resources(
          runtime.totalMemory() - runtime.freeMemory(),
          Thread.getAllStackTraces().size(),
          descriptorsOpen());
    }

    private static long descriptorsOpen() throws IOException {
      Path folder = Path.of("/proc/self/fd");
      if (!Files.isDirectory(folder)) {
        return 0;
      }
      try (Stream<Path> open = Files.list(folder)) {
        return open.count();
      }
    }
  }
}
