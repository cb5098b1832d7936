package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cut, at every offset that a secret or a character can have to it. */
class CutTests {
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());
  private static final int CAP = 400;
  private static final String BODY = "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0";

  private static Redacted cut(byte[] all, int captured, int cap) {
    boolean more = captured < all.length;
    return REDACTOR.output(Arrays.copyOf(all, Math.min(captured, all.length)), more, cap);
  }

  @Test
  void aSecretAcrossTheCutOrTheEndOfTheCaptureLeaksNoPart() {
    List<String> secrets =
        List.of(
            "ghp_" + BODY,
            "password=" + BODY,
            "eyJ" + BODY + ".eyJ" + BODY + "." + BODY,
            "-----BEGIN PRIVATE KEY-----\n" + BODY + "\n" + BODY + "\n-----END PRIVATE KEY-----",
            "https://me:" + BODY + "@host/",
            "Authorization: Bearer " + BODY);
    for (String secret : secrets) {
      for (int before = 0; before < CAP + 150; before++) {
        byte[] all =
            ("y".repeat(before) + " " + secret + " after ".repeat(100))
                .getBytes(StandardCharsets.UTF_8);
        for (int captured : new int[] {all.length, CAP + 60, CAP + 1}) {
          String shown = cut(all, captured, CAP).text();
          for (int i = 0; i + 5 <= BODY.length(); i++) {
            assertThat(shown)
                .as("%s, %d before, %d captured", secret, before, captured)
                .doesNotContain(BODY.substring(i, i + 5));
          }
        }
      }
    }
  }

  @Test
  void theCutFallsOnACharacterBorderAndLeavesAMarker() {
    for (String character : List.of("e", "\u00e9", "\u20ac", "\uD83D\uDE00")) {
      byte[] all = character.repeat(CAP).getBytes(StandardCharsets.UTF_8);
      for (int cap = 1; cap < 60; cap++) {
        for (int captured = cap + 1; captured < cap + 8; captured++) {
          Redacted redacted = cut(all, captured, cap);
          assertThat(redacted.text())
              .doesNotContain("\ufffd")
              .contains("[truncated: the output went on past " + cap + " bytes]");
          assertThat(redacted.truncated()).isTrue();
          String kept = redacted.text().substring(0, redacted.text().indexOf("[truncated"));
          assertThat(kept.strip().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(cap);
        }
      }
    }
  }

  @Test
  void whatFitsIsNotTruncated() {
    byte[] all = "x".repeat(CAP).getBytes(StandardCharsets.UTF_8);
    assertThat(cut(all, CAP, CAP).truncated()).isFalse();
    assertThat(cut(all, CAP, CAP).text()).isEqualTo("x".repeat(CAP));
    assertThat(cut(all, CAP, CAP - 1).truncated()).isTrue();
  }

  @Test
  void aTagIsWholeOrNotThere() {
    String secret = "password=" + BODY;
    for (int cap = 1; cap < 60; cap++) {
      String shown = cut(secret.getBytes(StandardCharsets.UTF_8), 10_000, cap).text();
      String kept =
          shown.contains("[truncated") ? shown.substring(0, shown.indexOf("[truncated")) : shown;
      assertThat(kept.contains("[")).as(shown).isEqualTo(kept.contains("[REDACTED:password]"));
    }
  }

  @Test
  void invalidBytesBecomeReplacementCharacters() {
    assertThat(REDACTOR.output(new byte[] {'a', (byte) 0xff, 'b'}, false, 100).text())
        .isEqualTo("a\ufffdb");
  }

  @Test
  void aFloodOfControlCharactersStaysWithinTheCap() {
    byte[] flood = new byte[10_000];
    Arrays.fill(flood, (byte) 1);
    assertThat(REDACTOR.output(flood, false, CAP).text()).hasSizeLessThan(CAP + 80);
  }
}
