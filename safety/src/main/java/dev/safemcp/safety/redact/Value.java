package dev.safemcp.safety.redact;

import java.util.Optional;

/**
 * A value as source code, configuration and shells write it: quoted or bare.
 *
 * @param start its first index, behind an opening quote
 * @param end the index behind its last, before a closing quote
 * @param quoted whether it stands in quotes
 */
record Value(int start, int end, boolean quoted) {
  private static final int LONGEST = 8192;

  /**
   * Reads the value that begins at an index, blanks before it passed over; nothing where the line
   * ends.
   */
  static Optional<Value> at(String text, int from, boolean spaces) {
    int i = from;
    while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t') && spaces) {
      i++;
    }
    int quote = i;
    // A quote may itself be escaped, once for each layer of JSON around it.
    while (quote < text.length() && text.charAt(quote) == '\\') {
      quote++;
    }
    if (quote < text.length() && "\"'`".indexOf(text.charAt(quote)) >= 0) {
      return Optional.of(quoted(text, quote, quote - i));
    }
    int end = i;
    int most = (int) Math.min(text.length(), (long) i + LONGEST);
    while (end < most && " \t\r\n\"'`,;<>\\)]}".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end == i ? Optional.empty() : Optional.of(new Value(i, end, false));
  }

  private static Value quoted(String text, int quote, int escapes) {
    char mark = text.charAt(quote);
    int start = quote + 1;
    int most = (int) Math.min(text.length(), (long) start + LONGEST);
    int slashes = 0;
    for (int i = start; i < most; i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == mark && slashes == escapes || c == mark && slashes < escapes) {
        return new Value(
            start, Math.max(start, i - (c == mark ? Math.min(slashes, escapes) : 0)), true);
      }
      slashes = c == '\\' ? slashes + 1 : 0;
    }
    return new Value(start, most, true);
  }
}
