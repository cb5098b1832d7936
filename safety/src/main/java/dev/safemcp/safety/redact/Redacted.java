package dev.safemcp.safety.redact;

import org.jspecify.annotations.Nullable;

/**
 * A text that passed the redactor: visible, without secrets that it knows, safe to show.
 *
 * <p>Only {@link Redactor} makes one, so a sink that takes this type cannot be handed anything
 * else. Immutable.
 */
public final class Redacted {
  private final String text;
  private final boolean truncated;

  Redacted(String text, boolean truncated) {
    this.text = text;
    this.truncated = truncated;
  }

  /** Returns the text, including the marker of a cut where there was one. */
  public String text() {
    return text;
  }

  /** Returns whether the text was cut at its cap. */
  public boolean truncated() {
    return truncated;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Redacted that && text.equals(that.text) && truncated == that.truncated;
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
