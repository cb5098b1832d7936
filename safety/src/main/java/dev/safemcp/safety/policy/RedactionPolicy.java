package dev.safemcp.safety.policy;

import com.google.re2j.Pattern;
import java.util.List;

/**
 * What the redactor looks for beyond its own rules.
 *
 * @param enabled whether secrets are redacted at all; escapes are made visible in any case
 * @param entropyFallback whether long random-looking words are redacted too
 * @param extraPatterns the operator's own shapes
 */
public record RedactionPolicy(
    boolean enabled, boolean entropyFallback, List<ExtraPattern> extraPatterns) {
  public RedactionPolicy {
    extraPatterns = List.copyOf(extraPatterns);
  }

  /** Returns the default: enabled, no entropy detection, no extra patterns. */
  public static RedactionPolicy standard() {
    return new RedactionPolicy(true, false, List.of());
  }

  /**
   * A shape that the operator calls a secret.
   *
   * @param name the kind that stands in the replacement: letters, digits, {@code -}, {@code _} and
   *     {@code .}
   * @param pattern the shape, compiled by a linear-time engine
   */
  public record ExtraPattern(String name, Pattern pattern) {}
}
