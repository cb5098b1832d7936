package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // the formatter breaks rows of cases
class RedactorPropertyTests {
  private static final List<String> PIECES =
      List.of(
          "password",
          "token",
          "=",
          ": ",
          "\"",
          "'",
          "\n",
          "\r",
          " ",
          "[REDACTED:x]",
          "[REDACTED:",
          "\u001b[",
          "\u001b]",
          "\u0007",
          "\u200b",
          "\b",
          "\\",
          "\\u{1b}",
          "%41",
          "://",
          "@",
          "eyJ",
          ".",
          "-----BEGIN PRIVATE KEY-----",
          "-----END PRIVATE KEY-----",
          "ghp_",
          "aB3dE5gH7jK9",
          "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
          "hunter2",
          "<",
          ">",
          "${X}",
          ",",
          ";",
          "&",
          "curl -u ",
          "login x ",
          "é",
          "\ud83d\ude00",
          "\ud800",
          "kind: Secret\n",
          "data:\n",
          "Cookie: a=",
          "(",
          ")",
          "--",
          "value",
          "AKIA",
          "sig=",
          ":5432:",
          "\ufe0f",
          "\0",
          "Z2hwX",
          "  ");

  private final Redactor redactor = Redactor.of(RedactionPolicy.standard());

  private static String random(Random random) {
    StringBuilder text = new StringBuilder();
    int pieces = 1 + random.nextInt(40);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  @Test
  void redactingTwiceChangesNothingAndLinesStay() {
    for (int seed = 0; seed < 30_000; seed++) {
      String text = random(new Random(seed));
      String line = redactor.line(text).text();
      assertThat(redactor.line(line).text()).as("seed %d", seed).isEqualTo(line);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      String once = redactor.output(bytes, false, 1 << 20).text();
      String twice = redactor.output(once.getBytes(StandardCharsets.UTF_8), false, 1 << 20).text();
      assertThat(twice).as("seed %d", seed).isEqualTo(once);
      assertThat(count(once)).as("seed %d", seed).isEqualTo(count(text));
    }
  }

  @Test
  void noBytesMakeItThrow() {
    for (int seed = 0; seed < 3_000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = new byte[random.nextInt(400)];
      random.nextBytes(bytes);
      int cap = random.nextInt(400);
      Redacted text = redactor.output(bytes, random.nextBoolean(), cap);
      assertThat(text.text().getBytes(StandardCharsets.UTF_8).length)
          .as("seed %d", seed)
          .isLessThanOrEqualTo(cap + 80);
    }
  }

  /** A text four times as long may take some more than four times as long, never sixteen. */
  @Test
  void timeIsLinearOnRepeatedPieces() {
    for (String piece : PIECES) {
      for (String filler : List.of("", "x", "= ")) {
        String unit = piece + filler;
        long small = best(unit.repeat(40_000 / unit.length()));
        long large = best(unit.repeat(320_000 / unit.length()));
        assertThat(large)
            .as("'%s' repeated: %d ns, eight times as long: %d ns", unit, small, large)
            .isLessThan(40 * small + 20_000_000);
      }
    }
  }

  private long best(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      assertThat(redactor.output(bytes, true, 1 << 20).text()).isNotNull();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
  }

  private static long count(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }
}
