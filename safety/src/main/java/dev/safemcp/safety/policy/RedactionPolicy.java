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
   * @param name the kind that stands in the replacement: 1 to 64 of {@code [a-z0-9-]}
   * @param pattern the shape, compiled by a linear-time engine
   */
  public record ExtraPattern(String name, Pattern pattern) {
    private static final int LONGEST_NAME = 64;

    /**
     * Checks the name: a marker with another one would not be known as a marker again.
     *
     * @throws IllegalArgumentException if the name is none; the loader asks {@link #isName} before
     */
    public ExtraPattern {
      if (!isName(name)) {
        throw new IllegalArgumentException("name of a pattern: " + name);
      }
    }

    /** Returns whether this can stand in {@code [REDACTED:name]}. */
    public static boolean isName(String text) {
      return !text.isEmpty()
          && text.length() <= LONGEST_NAME
          && text.chars()
              .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }
  }
}
