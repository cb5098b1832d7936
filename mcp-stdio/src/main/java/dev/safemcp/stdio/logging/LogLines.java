package dev.safemcp.stdio.logging;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Writes log lines to stderr. Thread-safe.
 *
 * <p>The level is warn, or what the system property {@value #LEVEL} says when the class is loaded.
 */
public final class LogLines {
  /** Names the system property of the level: error, warn, info, debug or trace. */
  public static final String LEVEL = "safe-mcp.log";

  private static final int MAX_LENGTH = 500;
  private static final Level LEAST = level(System.getProperty(LEVEL, "warn"));

  /** Null until there is a policy; the standard one is made only where a line comes before that. */
  private static volatile @Nullable Redactor redactor;

  private LogLines() {}

  /** Sets what lines pass from now on: the policy's own redactor, once there is a policy. */
  public static void redactWith(Redactor policys) {
    redactor = policys;
  }

  static boolean shows(Level level) {
    return level.toInt() >= LEAST.toInt();
  }

  /**
   * Writes a line.
   *
   * @param logger the logger's name
   * @param level how bad it is
   * @param pattern the message before its arguments are filled in
   * @param thrown what went with it
   */
  static void write(
      String logger, Level level, @Nullable String pattern, @Nullable Throwable thrown) {
    Redactor policys = redactor;
    Redactor current = policys == null ? Redactor.of(RedactionPolicy.standard()) : policys;
    // Redacted before it is cut, like every text: a cut first would leave half a secret behind.
    Redacted words = current.line(String.valueOf(pattern), MAX_LENGTH);
    String line =
        level.name().toLowerCase(Locale.ROOT)
            + ": "
            + logger.substring(logger.lastIndexOf('.') + 1)
            + ": "
            + words
            + (thrown == null ? "" : " (" + whereabouts(thrown) + ")");
    System.err.println(current.line(line));
  }

  /** Names the class and the first frame: the text of an exception may quote what it was fed. */
  private static String whereabouts(Throwable thrown) {
    StackTraceElement[] frames = thrown.getStackTrace();
    return thrown.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
  }

  private static Level level(String word) {
    try {
      return Level.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      return Level.WARN;
    }
  }
}
