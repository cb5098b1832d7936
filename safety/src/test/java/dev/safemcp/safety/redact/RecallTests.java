package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.redact.Samples.Sample;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How much is found of what is there, and how much of what is not: the goals of the docs. */
class RecallTests {
  @Test
  void providerTokensAreFoundInEveryDress() {
    assertShare(Samples.providers(Samples.SEED), Leaks::leaks, 0.01);
  }

  @Test
  void structuralSecretsAreFound() {
    assertShare(Samples.structural(Samples.SEED), Leaks::leaks, 0.05);
  }

  @Test
  void trapsStay() {
    assertShare(Samples.traps(Samples.SEED), Leaks::alarms, 0.005);
  }

  private static void assertShare(List<Sample> samples, Predicate<Sample> wrong, double most) {
    List<String> failures =
        samples.stream()
            .filter(wrong)
            .map(sample -> sample.family() + ": " + sample.text())
            .toList();
    assertThat((double) failures.size() / samples.size())
        .as("%d of %d: %s", failures.size(), samples.size(), failures)
        .isLessThanOrEqualTo(most);
  }
}
