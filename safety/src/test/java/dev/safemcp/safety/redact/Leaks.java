package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Samples.Sample;
import java.nio.charset.StandardCharsets;

/** How the generated sets are judged, by the tests and by the report alike. */
final class Leaks {
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());

  private Leaks() {}

  static String redacted(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return REDACTOR.output(bytes, false, 1 << 30).text();
  }

  /** Returns whether the text still shows any five characters of the secret's second half. */
  static boolean leaks(Sample sample) {
    String text = redacted(sample.text());
    String secret = sample.secret();
    int from = Math.min(secret.length() / 2, Math.max(0, secret.length() - 5));
    for (int i = from; i + 5 <= secret.length(); i++) {
      if (text.contains(secret.substring(i, i + 5))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a text without a secret was changed. */
  static boolean alarms(Sample trap) {
    return !redacted(trap.text()).equals(trap.text());
  }
}
