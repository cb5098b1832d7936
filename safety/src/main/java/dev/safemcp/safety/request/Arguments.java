package dev.safemcp.safety.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client sent as the arguments of a call, whatever it was: unchecked.
 *
 * <p>Values are what JSON has: null, {@code Boolean}, {@code Number}, {@code String}, {@code List}
 * and {@code Map}. Immutable at the top.
 */
public sealed interface Arguments {
  /** An object, as the protocol has it; what was not sent at all is the empty one. */
  record Given(Map<String, @Nullable Object> values) implements Arguments {
    public Given {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /** Anything else: an array, a text, a number, true or false. */
  record NotAnObject(Object value) implements Arguments {}

  /**
   * Returns what was sent.
   *
   * @param sent the JSON value; null where there was none, or null itself, which clients send too
   *     where they have no arguments
   */
  static Arguments of(@Nullable Object sent) {
    return switch (sent) {
      case null -> new Given(Map.of());
      case Map<?, ?> object -> {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        object.forEach((key, value) -> values.put(String.valueOf(key), value));
        yield new Given(values);
      }
      case Object other -> new NotAnObject(other);
    };
  }
}
