package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The redactor on random and on hostile text. */
class RedactorPropertyTests {
  private static final String[] PIECES = {
    "password=",
    "token: ",
    "\"",
    "'",
    "\\",
    "\n",
    " ",
    "ghp_",
    "eyJ",
    ".",
    "://",
    "@",
    ":",
    "=",
    "-----BEGIN ",
    "PRIVATE KEY-----",
    "a1B2c3D4e5",
    "--secret ",
    "-u a:",
    "Authorization: Bearer ",
    "[REDACTED:x]",
    "<password>",
    "{",
    "x",
    "AKIA",
    "/",
    "$",
    "\r\n",
    "\ud800",
    "\u00e9",
    "-----END ",
    "machine a login b password ",
    "sk_live_",
    ";",
    "&",
    ",",
    ")",
    "(",
    "==",
    ">"
  };

  @Test
  void noTextMakesItThrowAndLinesStay() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(16); i > 0; i--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      // Lone surrogates cannot come through bytes; they are tested as lines elsewhere.
      String raw = text.toString().replace("\ud800", "?");
      assertThat(RedactorTests.shown(raw).chars().filter(c -> c == '\n').count())
          .as("seed %d, round %d: <%s>", seed, round, raw)
          .isEqualTo(raw.chars().filter(c -> c == '\n').count());
    }
  }

  @Test
  void redactingTwiceIsRedactingOnce() {
    for (String token : RedactorTests.providerTokens()) {
      for (String dress :
          new String[] {
            "%s", "token: \"%s\"", "password=%s", "https://a:%s@h", "Cookie: %s", "--key %s x"
          }) {
        String once = RedactorTests.shown(dress.formatted(token));
        assertThat(RedactorTests.shown(once)).isEqualTo(once);
      }
    }
  }

  @Test
  void hostileTextTakesTimeInProportionToItsLength() {
    for (String piece : PIECES) {
      String unit = piece.isEmpty() ? "x" : piece.replace("\ud800", "?");
      String small = unit.repeat(64_000 / unit.length());
      String large = unit.repeat(664_000 / unit.length());
      RedactorTests.shown(small);
      long smallTime = best(small);
      long largeTime = best(large);
      // Eight times the text; quadratic work would be 64 times as much. Small floors absorb a
      // noisy clock.
      assertThat(largeTime).as(piece).isLessThan(32 * Math.max(smallTime, 5_000_000));
    }
  }

  private static long best(String text) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 2; i++) {
      long began = System.nanoTime();
      String shown = RedactorTests.shown(text);
      best = Math.min(best, System.nanoTime() - began);
      assertThat(shown).isNotNull();
    }
    return best;
  }
}
