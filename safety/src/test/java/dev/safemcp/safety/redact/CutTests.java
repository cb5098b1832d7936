package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // the formatter breaks rows of cases
class CutTests {
  private static final Random RANDOM = new Random(11);
  private final Redactor redactor = Redactor.of(RedactionPolicy.standard());

  /** A text, and the part of it that must never be seen. */
  private record Case(String text, String secret) {}

  private static List<Case> cases() {
    String token = Samples.draw("[A-Za-z0-9]{36}", RANDOM);
    String header = Samples.draw("[A-Za-z0-9]{33}", RANDOM);
    String body = Samples.draw("[A-Za-z0-9+/]{64}", RANDOM);
    String hex = Samples.draw("[a-f0-9]{40}", RANDOM);
    return List.of(
        new Case("key ghp_" + token + " end\n", token),
        new Case("x eyJ" + header + ".eyJ" + token + "." + hex + " y\n", header + token + hex),
        new Case("DB_PASSWORD=" + token + "\nX=1\n", token),
        new Case("see https://bob:" + token + "@example.com/ now\n", token),
        new Case("Authorization: Bearer " + hex + "\nX: 1\n", hex),
        new Case("tool --password " + token + " -v\n", token),
        new Case(
            "-----BEGIN RSA PRIVATE"
                + " KEY-----\n"
                + (body + "\n").repeat(3)
                + "-----END RSA PRIVATE"
                + " KEY-----\nafter\n",
            body));
  }

  @Test
  void aSecretAcrossTheCutLeaksNothing() {
    for (Case one : cases()) {
      byte[] bytes = ("line\n" + one.text + "tail ".repeat(80)).getBytes(StandardCharsets.UTF_8);
      for (int cap = 1; cap < bytes.length; cap++) {
        Redacted whole = redactor.output(bytes, false, cap);
        assertNothingOf(one.secret, whole.text(), "cap " + cap);
        assertNothingOf(one.secret, redactor.output(bytes, true, cap).text(), "cap " + cap);
      }
    }
  }

  @Test
  void aSecretAtTheEndOfTheCaptureLeaksNothing() {
    for (Case one : cases()) {
      byte[] bytes = ("line\n" + one.text).getBytes(StandardCharsets.UTF_8);
      for (int end = 1; end <= bytes.length; end++) {
        byte[] captured = Arrays.copyOf(bytes, end);
        for (int cap : new int[] {end, end - 1, 65536}) {
          Redacted text = redactor.output(captured, true, cap);
          assertNothingOf(one.secret, text.text(), "end " + end + ", cap " + cap);
          assertThat(text.truncated()).isTrue();
        }
      }
    }
  }

  private static void assertNothingOf(String secret, String text, String where) {
    for (int i = 0; i + 5 <= secret.length(); i++) {
      assertThat(text).as(where).doesNotContain(secret.substring(i, i + 5));
    }
  }

  @Test
  void theCutFallsBetweenCharactersMarkersAndRenderings() {
    String text = "é漢\ud83d\ude00 password=hunter2 \u001b[0m \u202e x".repeat(4);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String whole = redactor.output(bytes, false, 1 << 20).text();
    for (int cap = 0; cap < whole.length() * 3; cap++) {
      Redacted cut = redactor.output(bytes, false, cap);
      String shown = cut.text();
      if (cut.truncated()) {
        shown = shown.substring(0, Math.max(0, shown.lastIndexOf("[truncated:")));
        shown = shown.endsWith("\n") ? shown.substring(0, shown.length() - 1) : shown;
      }
      assertThat(whole).startsWith(shown);
      assertThat(shown.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(cap);
      assertThat(shown).doesNotContain("?").doesNotContainPattern("\\[REDACTED:?[a-z-]*$");
      assertThat(shown).doesNotContainPattern("\\\\u(\\{[0-9a-f]*)?$");
    }
  }

  @Test
  void nothingIsCalledTruncatedThatIsWhole() {
    byte[] bytes = "x".repeat(100).getBytes(StandardCharsets.UTF_8);
    assertThat(redactor.output(bytes, false, 100).truncated()).isFalse();
    assertThat(redactor.output(bytes, false, 99).text())
        .isEqualTo("x".repeat(99) + "\n[truncated: the output went on past 99 bytes]");
  }

  @Test
  void aFloodOfControlsStaysBounded() {
    byte[] flood = new byte[65536 + Redactor.margin()];
    assertThat(redactor.output(flood, true, 65536).text().length()).isLessThan(65536 + 100);
  }
}
