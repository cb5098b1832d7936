package dev.safemcp.stdio.message;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The id of a request, and likewise a progress token: a text or a whole number, which are never
 * equal to each other.
 */
public sealed interface RequestId {
  /**
   * How many UTF-16 units a text may have. An id is echoed and kept, so it must not be a burden.
   */
  int MAX_LENGTH = 1024;

  /** A text of at most {@link #MAX_LENGTH} units, without a lone surrogate. */
  record Text(String text) implements RequestId {}

  /** A whole number of 64 bits. */
  record Whole(long number) implements RequestId {}

  /**
   * Returns the id that a JSON value is, or nothing for what cannot be one: null, a fraction, a
   * number past 64 bits, a text that is too long or is no text.
   */
  static Optional<RequestId> of(@Nullable Object value) {
    return switch (value) {
      case Long number -> Optional.of(new Whole(number));
      case String text when text.length() <= MAX_LENGTH && WellFormed.is(text) ->
          Optional.of(new Text(text));
      case null, default -> Optional.empty();
    };
  }

  /** Returns the id as the JSON value that it is. */
  default Object value() {
    return switch (this) {
      case Text text -> text.text();
      case Whole whole -> whole.number();
    };
  }
}
