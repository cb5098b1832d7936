package dev.safemcp.cli.console;

/** How a part of a line looks on a terminal (ECMA-48, select graphic rendition). */
public enum Style {
  /** As the rest. */
  PLAIN(""),
  /** A heading. */
  BOLD("1"),
  /** What may be skipped. */
  DIM("2"),
  /** In order. */
  GOOD("32"),
  /** Not in order. */
  BAD("31"),
  /** Worth a look. */
  WARNING("33");

  private final String parameter;

  Style(String parameter) {
    this.parameter = parameter;
  }

  /** Returns the text between the sequences that turn the style on and off. */
  String around(String text) {
    return parameter.isEmpty() || text.isEmpty()
        ? text
        : "\u001b[" + parameter + "m" + text + "\u001b[0m";
  }
}
