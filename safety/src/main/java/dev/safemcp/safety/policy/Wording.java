package dev.safemcp.safety.policy;

import java.util.List;

/** How foreign text stands in a one-line message. Stateless. */
final class Wording {
  /** How many characters of a foreign text a message shows. */
  static final int LONGEST = 200;

  private Wording() {}

  /** Returns the text in single quotes, on one line, cut where it is very long. */
  static String quoted(String text) {
    return "'" + oneLine(text) + "'";
  }

  /**
   * Returns the text without anything that breaks a line or acts on a terminal: such characters
   * stand by their code, and a single quote has a backslash before it.
   */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    int shown = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (shown++ == LONGEST) {
        return line.append("...").toString();
      }
      if (c == '\'') {
        line.append("\\'");
      } else if (isVisible(c)) {
        line.appendCodePoint(c);
      } else {
        line.append(String.format(c > 0xFFFF ? "\\U%08x" : "\\u%04x", c));
      }
    }
    return line.toString();
  }

  /** Returns whether a character shows itself and does nothing else: no control, bidi or tag. */
  static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /** Returns whether a character is a letter or digit of ASCII. */
  static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** Returns the words quoted, as in {@code 'a', 'b' or 'c'}. */
  static String either(List<String> words) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      list.append(i == 0 ? "" : i == words.size() - 1 ? " or " : ", ");
      list.append(quoted(words.get(i)));
    }
    return list.toString();
  }
}
