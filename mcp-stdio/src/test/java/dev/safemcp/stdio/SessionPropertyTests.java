package dev.safemcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sessions of both eras against a model that knows two things of each id: how often it may
 * be answered and how. In every third session hardly anybody may run. Another seed: {@code
 * -Dsafe-mcp.seed=N}; more of them: {@code -Dsafe-mcp.seeds=N}.
 */
@Timeout(300)
class SessionPropertyTests {
  private static final int MOST_STEPS = 300;

  static List<Long> seeds() {
    long first = Long.getLong("safe-mcp.seed", 1);
    return LongStream.range(first, first + Integer.getInteger("safe-mcp.seeds", 30))
        .boxed()
        .toList();
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

  /** The last fate of each id, and how often it was used before, each time to one answer. */
  private final Map<String, Fate> fates = new TreeMap<>();

  private final Map<String, Integer> usedBefore = new HashMap<>();
  private final List<Integer> waiting = new ArrayList<>();
  private final Map<Integer, Integer> reported = new HashMap<>();
  private final List<JsonNode> heard = new ArrayList<>();
  private int nameless;
  private boolean narrow;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyRequestIsAnsweredOnceUnlessItWasCancelled(long seed) throws Exception {
    Random random = new Random(seed);
    narrow = seed % 3 == 0;
    // A call that waits keeps its place, so there is room for all of them.
    Session.Bounds bounds =
        new Session.Bounds(
            1 << 16, MOST_STEPS + 1, 1 << 20, narrow ? 1 + random.nextInt(3) : MOST_STEPS + 1);
    Grace grace = new Grace(Duration.ofMillis(20), Duration.ofSeconds(60));
    try (Client client = new Client(1 << 20, bounds, grace)) {
      client.initialize();
      for (int steps = random.nextInt(MOST_STEPS), step = 0; step < steps; step++) {
        step(client, random, step);
      }
      lastWords(client, random);
      heard.addAll(client.finish());
      check(client, seed);
    }
  }

  private void step(Client client, Random random, int id) throws Exception {
    switch (random.nextInt(13)) {
      case 0, 1 -> {
        call(client, random, id, "echo", "t" + id);
        fates.put("" + id, Fate.SERVED);
      }
      case 2, 3 -> {
        call(client, random, id, "wait", "t" + id);
        fates.put("" + id, Fate.SERVED_OR_STOPPED);
        waiting.add(id);
      }
      case 4 -> {
        if (!waiting.isEmpty()) {
          int chosen = waiting.remove(/* index */ random.nextInt(waiting.size()));
          client.standIn.release("t" + chosen); // the end may still be faster
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
      case 6 -> client.cancel(random.nextInt(MOST_STEPS) + MOST_STEPS); // names nothing
      case 7 -> {
        client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}");
        fates.put("" + id, Fate.SERVED);
      }
      case 8 -> {
        client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'no/such'}");
        fates.put("" + id, Fate.REFUSED);
      }
      case 9 -> useAgain(client, random, id);
      case 10 -> useInFlight(client, random);
      case 11 -> report(client, random);
      default -> {
        client.send(random.nextBoolean() ? "{" : "[]");
        nameless++;
      }
    }
  }

  private static void call(Client client, Random random, int id, String tool, String text)
      throws IOException {
    client.send(
        "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'%s','arguments':{'text':'%s'},%s}}"
            .formatted(
                id,
                tool,
                text,
                random.nextBoolean()
                    ? "'_meta':{'progressToken':" + id + "}"
                    : Client.MODERN_META.replace(
                        "\"_meta\":{", "\"_meta\":{\"progressToken\":" + id + ",")));
  }

  /** An id that was answered is free again at once. */
  private void useAgain(Client client, Random random, int step) throws IOException {
    List<String> served =
        fates.entrySet().stream()
            .filter(each -> each.getValue() == Fate.SERVED)
            .map(Map.Entry::getKey)
            .toList();
    if (served.isEmpty() || narrow) {
      return;
    }
    String id = served.get(random.nextInt(served.size()));
    int uses = usedBefore.merge(id, 1, Integer::sum);
    hear(client, id, uses);
    call(client, random, Integer.parseInt(id), "echo", "again" + step);
  }

  /** One that was not is not: the second request goes without an answer of its own. */
  private void useInFlight(Client client, Random random) throws IOException {
    if (!waiting.isEmpty()) {
      int taken = waiting.get(random.nextInt(waiting.size()));
      if (random.nextBoolean()) {
        call(client, random, taken, "echo", "never");
      } else {
        client.send("{'jsonrpc':'2.0','id':" + taken + ",'method':'ping'}");
      }
      nameless++;
      hear(client, "null", nameless); // before the first one is let go
    }
  }

  /** Reads until an id was answered so many times. */
  private void hear(Client client, String id, int times) throws IOException {
    while (heard.stream().filter(message -> message.path("id").toString().equals(id)).count()
        < times) {
      heard.add(client.next());
    }
  }

  private void report(Client client, Random random) throws InterruptedException {
    if (!waiting.isEmpty() && !narrow) {
      int chosen = waiting.get(random.nextInt(waiting.size()));
      client.standIn.awaitBegun("t" + chosen);
      int seconds = reported.merge(chosen, random.nextInt(3), Integer::sum);
      Objects.requireNonNull(client.standIn.progress.get("t" + chosen))
          .running(Duration.ofSeconds(seconds), seconds);
    }
  }

  /** What comes without a line feed before the end is a line too. */
  private void lastWords(Client client, Random random) throws IOException {
    switch (random.nextInt(3)) {
      case 0 -> {
        client.sendBytes("{\"jsonrpc\":\"2.0\",\"id\":99999,\"method\":\"ping\"}".getBytes(UTF_8));
        fates.put("99999", Fate.SERVED);
      }
      case 1 -> {
        client.sendBytes("{\"jsonrpc\":\"2.0\",\"id\":99999,\"meth".getBytes(UTF_8));
        nameless++;
      }
      default -> {}
    }
  }

  private void check(Client client, long seed) {
    Map<String, List<JsonNode>> answers = new HashMap<>();
    Map<String, Long> progress = new HashMap<>();
    for (JsonNode message : heard) {
      if (message.has("method")) {
        String token = message.at("/params/progressToken").toString();
        long now = message.at("/params/progress").asLong();
        assertThat(answers).as("seed %d: progress after the answer", seed).doesNotContainKey(token);
        assertThat(now).as("seed %d", seed).isGreaterThan(progress.getOrDefault(token, 0L));
        progress.put(token, now);
      } else {
        answers.computeIfAbsent(message.get("id").toString(), id -> new ArrayList<>()).add(message);
      }
    }
    assertThat(answers.getOrDefault("null", List.of())).as("seed %d", seed).hasSize(nameless);
    answers.remove("null");
    assertThat(fates.keySet()).as("seed %d", seed).containsAll(answers.keySet());
    fates.forEach((id, fate) -> check(id, fate, answers.getOrDefault(id, List.of()), seed));
    assertThat(client.standIn.performed.values()).as("seed %d", seed).allMatch(times -> times == 1);
    assertThat(client.standIn.performed).doesNotContainKey("never");
  }

  private void check(String id, Fate fate, List<JsonNode> mine, long seed) {
    String context = "seed %d, id %s, %s: %s".formatted(seed, id, fate, mine);
    int before = usedBefore.getOrDefault(id, 0);
    switch (fate) {
      case SERVED ->
          assertThat(mine).as(context).hasSize(before + 1).allMatch(SessionPropertyTests::served);
      case SERVED_OR_STOPPED ->
          assertThat(mine).as(context).singleElement().matches(answer -> answer.has("result"));
      case CANCELLED -> assertThat(mine).as(context).isEmpty();
      case EITHER -> assertThat(mine).as(context).hasSizeLessThan(2);
      case REFUSED ->
          assertThat(mine).as(context).singleElement().matches(answer -> answer.has("error"));
    }
  }

  private static boolean served(JsonNode answer) {
    return answer.has("result")
        && (!answer.get("result").has("structuredContent")
            || SessionFaultTests.code(answer).equals("OK"));
  }
}
