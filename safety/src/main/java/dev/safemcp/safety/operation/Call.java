package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.Cancellation;
import dev.safemcp.safety.act.Progress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool, as it arrived.
 *
 * @param arguments what the client sent, unchecked
 * @param progress who hears how it goes
 * @param cancellation the word that it is no longer wanted
 */
public record Call(
    Map<String, @Nullable Object> arguments, Progress progress, Cancellation cancellation) {
  public Call {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
  }
}
