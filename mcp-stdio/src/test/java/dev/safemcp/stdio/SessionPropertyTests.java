package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.safemcp.stdio.session.Grace;
import dev.safemcp.stdio.session.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sessions against a model that knows one thing of each request: how many answers it may
 * get. Another seed: {@code -Dsafe-mcp.seed=N}; more of them: {@code -Dsafe-mcp.seeds=N}.
 */
@Timeout(300)
class SessionPropertyTests {
  private static final int STEPS = 300;

  static List<Long> seeds() {
    Random random = new Random(Long.getLong("safe-mcp.seed", 20261201L));
    return random.longs(Integer.getInteger("safe-mcp.seeds", 30)).boxed().toList();
  }

  /** What may become of a request. */
  private enum Fate {
    /** One answer, and it is OK. */
    SERVED,
    /** One answer: OK, or that it was stopped at the end. */
    SERVED_OR_STOPPED,
    /** No answer. */
    CANCELLED,
    /** One answer or none: the cancel crossed it. */
    EITHER,
    /** One answer, an error. */
    REFUSED
  }

  private final Map<String, Fate> fates = new TreeMap<>();
  private final List<Integer> waiting = new ArrayList<>();
  private int broken;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyRequestIsAnsweredOnceUnlessItWasCancelled(long seed) throws Exception {
    Random random = new Random(seed);
    // A call that waits keeps its place, so there is room for all of them.
    Session.Bounds bounds = new Session.Bounds(1 << 16, STEPS + 1, 1 << 20, STEPS + 1);
    Grace grace = new Grace(Duration.ofMillis(20), Duration.ofSeconds(60));
    try (Client client = new Client(1 << 20, bounds, grace)) {
      client.initialize();
      for (int step = 0; step < STEPS; step++) {
        step(client, random, step);
      }
      check(client.finish(), client, seed);
    }
  }

  private void step(Client client, Random random, int id) throws Exception {
    switch (random.nextInt(10)) {
      case 0, 1 -> {
        client.call(id, "echo", "t" + id);
        fates.put("" + id, Fate.SERVED);
      }
      case 2, 3 -> {
        client.call(id, "wait", "t" + id);
        fates.put("" + id, Fate.SERVED_OR_STOPPED);
        waiting.add(id);
      }
      case 4 -> {
        if (!waiting.isEmpty()) {
          int chosen = waiting.remove(/* index */ random.nextInt(waiting.size()));
          client.standIn.release("t" + chosen);
          fates.put("" + chosen, Fate.SERVED);
        }
      }
      case 5 -> {
        if (!waiting.isEmpty()) {
          int chosen = waiting.remove(/* index */ random.nextInt(waiting.size()));
          if (random.nextBoolean()) {
            client.cancel(chosen);
            fates.put("" + chosen, Fate.CANCELLED);
          } else { // both at once
            Thread release = Thread.ofVirtual().start(() -> client.standIn.release("t" + chosen));
            client.cancel(chosen);
            fates.put("" + chosen, Fate.EITHER);
            release.join();
          }
        }
      }
      case 6 -> client.cancel(random.nextInt(STEPS) + STEPS); // names nothing
      case 7 -> {
        client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}");
        fates.put("" + id, Fate.SERVED);
      }
      case 8 -> {
        client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'no/such'}");
        fates.put("" + id, Fate.REFUSED);
      }
      default -> {
        client.send(random.nextBoolean() ? "{" : "[]");
        broken++;
      }
    }
  }

  private void check(List<JsonNode> messages, Client client, long seed) throws IOException {
    Map<String, List<JsonNode>> answers = new HashMap<>();
    for (JsonNode message : messages) {
      answers.computeIfAbsent(message.get("id").toString(), id -> new ArrayList<>()).add(message);
    }
    assertThat(answers.getOrDefault("null", List.of())).as("seed %d", seed).hasSize(broken);
    answers.remove("null");
    assertThat(fates.keySet()).as("seed %d", seed).containsAll(answers.keySet());
    fates.forEach(
        (id, fate) -> {
          List<JsonNode> mine = answers.getOrDefault(id, List.of());
          String context = "seed %d, id %s, %s: %s".formatted(seed, id, fate, mine);
          switch (fate) {
            case SERVED ->
                assertThat(mine).as(context).singleElement().matches(SessionPropertyTests::served);
            case SERVED_OR_STOPPED ->
                assertThat(mine)
                    .as(context)
                    .singleElement()
                    .matches(answer -> answer.has("result"));
            case CANCELLED -> assertThat(mine).as(context).isEmpty();
            case EITHER -> assertThat(mine).as(context).hasSizeLessThan(2);
            case REFUSED ->
                assertThat(mine).as(context).singleElement().matches(answer -> answer.has("error"));
          }
        });
    assertThat(client.standIn.performed.values()).as("seed %d", seed).allMatch(times -> times == 1);
  }

  private static boolean served(JsonNode answer) {
    return answer.has("result")
        && (!answer.get("result").has("structuredContent")
            || SessionFaultTests.code(answer).equals("OK"));
  }
}
