package dev.safemcp.safety.request;

import java.util.Optional;

/**
 * One argument of a tool; all of them are texts.
 *
 * @param name its key
 * @param description what it means, for the model
 * @param required whether a call must have it
 * @param maxLength how many characters it may have, positive; in code points, as JSON Schema counts
 *     them (RFC 8259), so that schema and check agree
 * @param otherwise what leaving it out means; for none that is required
 */
public record Parameter(
    String name, String description, boolean required, int maxLength, Optional<String> otherwise) {

  public Parameter {
    if (required && otherwise.isPresent()) {
      throw new IllegalArgumentException("a required argument cannot be left out: " + name);
    }
  }

  /** Makes a parameter without a default. */
  public Parameter(String name, String description, boolean required, int maxLength) {
    this(name, description, required, maxLength, Optional.empty());
  }

  /** Makes one that may be left out, which means the same as {@code otherwise}. */
  public static Parameter optional(
      String name, String description, int maxLength, String otherwise) {
    return new Parameter(name, description, false, maxLength, Optional.of(otherwise));
  }
}
