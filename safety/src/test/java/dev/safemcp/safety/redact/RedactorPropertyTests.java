package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.VisibleText.Mode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // the formatter breaks rows of cases
class RedactorPropertyTests {
  static final List<String> PIECES =
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
    for (int seed = 0; seed < 10_000; seed++) {
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

  /** More pieces that make rules look far: the keywords of rules and what they look for. */
  private static final List<String> FAR =
      List.of(
          "docker ",
          "login",
          "-p ",
          "mysql ",
          "machine ",
          "echo ",
          "| sudo -S",
          "login(",
          "\"a\",",
          "jdbc:oracle:thin:",
          "</key>",
          "{",
          "default",
          "&sig=",
          "---",
          "stringData:",
          "Private-Lines:",
          ":*:",
          "identified by ",
          "&quot;",
          "MTIzNDU2Nzg5MDEyMzQ1Njc4.",
          "AKIAQWERTYUIOPASDF23",
          "authorization:",
          "bearer ",
          "api key",
          ".atlasv1.",
          "Q~",
          "env(",
          "<password ");

  /**
   * Time is counted in characters that the rules read, not in seconds, so that the bound holds on
   * any machine: a text costs at most so many reads a character, whatever it repeats.
   */
  @Test
  void theRulesReadABoundedNumberOfCharactersForEachOfTheText() {
    List<String> all = new ArrayList<>(PIECES);
    all.addAll(FAR);
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      String unit = seed < all.size() ? all.get(seed) : unit(all, random);
      String tail = all.get(random.nextInt(all.size()));
      String text = unit.repeat(40_000 / unit.length()) + tail + unit;
      boolean more = random.nextBoolean();
      VisibleText visible = VisibleText.of(text, Mode.OUTPUT, text.length(), Integer.MAX_VALUE);
      for (View view : visible.views()) {
        Scan scan = new Scan(view.subject(more));
        SecretFinder.searchAll(scan);
        assertThat(scan.text.reads())
            .as("seed %d: '%s' repeated, then '%s'", seed, unit, tail)
            .isLessThan(READS_PER_CHARACTER * (text.length() + 1000L));
        assertThat(scan.found.spans()).noneMatch(span -> span.kind().equals("unread"));
      }
    }
  }

  private static final int READS_PER_CHARACTER = 400;

  private static String unit(List<String> pieces, Random random) {
    StringBuilder unit = new StringBuilder();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      unit.append(pieces.get(random.nextInt(pieces.size())));
    }
    return unit.toString();
  }

  /**
   * A rule that reads without bound hides the rest of the text: slow texts are never shown unread.
   */
  @Test
  void whatTheRulesCannotReadInTimeIsHidden() {
    Keywords keywords = new Keywords();
    keywords.add(
        "ab",
        (scan, at, length) -> {
          scan.text.slice(0, scan.text.length());
          return Rule.NOTHING;
        });
    Scan scan = new Scan(Subject.of("ab".repeat(20_000), false));
    keywords.search(scan);
    assertThat(scan.found.spans())
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.kind()).isEqualTo("unread");
              assertThat(span.end()).isEqualTo(40_000);
            });
    assertThat(scan.text.reads()).isLessThan(Keywords.most(40_000) + 40_001);
  }

  private static long count(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }
}
