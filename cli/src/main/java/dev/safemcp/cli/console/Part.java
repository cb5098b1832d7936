package dev.safemcp.cli.console;

/**
 * A part of a line.
 *
 * @param style how it looks on a terminal
 * @param text what it says, before redaction
 */
public record Part(Style style, String text) {
  /** Returns a part that looks as the rest. */
  public static Part plain(String text) {
    return new Part(Style.PLAIN, text);
  }

  /** Returns a heading. */
  public static Part bold(String text) {
    return new Part(Style.BOLD, text);
  }

  /** Returns a part that may be skipped. */
  public static Part dim(String text) {
    return new Part(Style.DIM, text);
  }

  /** Returns a part that is in order, or is not. */
  public static Part verdict(boolean good, String text) {
    return new Part(good ? Style.GOOD : Style.BAD, text);
  }

  /** Returns a part that is worth a look. */
  public static Part warning(String text) {
    return new Part(Style.WARNING, text);
  }
}
