package dev.safemcp.safety.redact;

/**
 * Where the value of an assignment begins, and how the assignment is written.
 *
 * @param start its first character, behind the quote where there is one
 * @param quote the quote, or NUL
 * @param escaped whether the quote is written with a backslash
 * @param style how the assignment is written
 */
record ValuePlace(int start, char quote, boolean escaped, Style style) {
  static ValuePlace of(Subject text, int at, Style style) {
    int i = at;
    // Prefixes of literals: Python's b"", C#'s @"", C++'s L"".
    if (CharClass.of("bBrRuUfLN@").has(text.at(i)) && Subject.isQuote(text.at(i + 1))) {
      i++;
    }
    boolean escaped = false;
    while (text.at(i) == '\\' && i < at + 8) {
      escaped = true;
      i++;
    }
    char c = text.at(i);
    if (!Subject.isQuote(c)) {
      return new ValuePlace(at, '\0', false, style);
    }
    boolean triple = text.at(i + 1) == c && text.at(i + 2) == c;
    return new ValuePlace(i + (triple ? 3 : 1), c, escaped, style);
  }

  boolean quoted() {
    return quote != '\0';
  }

  boolean afterSpace() {
    return style == Style.STATEMENT || style == Style.FLAG || style == Style.PROSE;
  }

  /** How an assignment is written, which says whether a bare word may be a value or a variable. */
  enum Style {
    /** {@code NAME=value}, an element, a block: what stands there is the value. */
    SETTING,
    /** {@code name=value} without blanks. */
    TIGHT,
    /** {@code name: value}. */
    COLON,
    /** {@code X-Name: value}, a field of a message. */
    HEADER,
    /** {@code name = value}: a setting or a line of a program. */
    CODE,
    /** {@code --name value}. */
    FLAG,
    /** {@code put("name", "value")}: also how a list of names is written. */
    ARGUMENT,
    /** {@code PASSWORD 'value'}. */
    STATEMENT,
    /** {@code the password is value}. */
    PROSE
  }
}
