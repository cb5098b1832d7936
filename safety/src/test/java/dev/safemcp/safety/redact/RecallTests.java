package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Samples.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much is found of what is there, and how much of what is not: the figures of the docs. */
class RecallTests {
  private static final long SEED = 20_261_201;
  private final Redactor redactor = Redactor.of(RedactionPolicy.standard());

  @Test
  void providerTokensAreFoundInEveryDress() {
    assertThat(recall("a: provider shapes", Samples.providers(SEED))).isGreaterThanOrEqualTo(0.99);
  }

  @Test
  void structuralSecretsAreFound() {
    assertThat(recall("b: structural", Samples.structural(SEED))).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void trapsStay() {
    List<Sample> traps = Samples.traps(SEED);
    List<String> alarms = new ArrayList<>();
    for (Sample trap : traps) {
      String text = redact(trap.text());
      if (!text.equals(trap.text())) {
        alarms.add(trap.text().strip() + "  ->  " + text.strip());
      }
    }
    report("c: traps, false alarms", alarms, traps.size());
    assertThat((double) alarms.size() / traps.size()).isLessThanOrEqualTo(0.005);
  }

  private double recall(String set, List<Sample> samples) {
    List<String> missed = new ArrayList<>();
    for (Sample sample : samples) {
      String text = redact(sample.text());
      if (leaks(text, sample.secret())) {
        missed.add(sample.family() + "  ->  " + text.strip());
      }
    }
    report(set + ", missed", missed, samples.size());
    return 1 - (double) missed.size() / samples.size();
  }

  /** A secret leaks when any five characters of its second half are shown. */
  private static boolean leaks(String text, String secret) {
    int from = Math.min(secret.length() / 2, Math.max(0, secret.length() - 5));
    for (int i = from; i + 5 <= secret.length(); i++) {
      if (text.contains(secret.substring(i, i + 5))) {
        return true;
      }
    }
    return false;
  }

  private String redact(String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return redactor.output(bytes, false, 1 << 20).text();
  }

  private static void report(String set, List<String> wrong, int all) {
    System.out.printf("%s: %d of %d%n", set, wrong.size(), all);
    wrong.stream().limit(400).forEach(w -> System.out.println("    " + w));
  }
}
