package dev.safemcp.safety.redact;

import java.util.Optional;

/**
 * Private keys in PEM (RFC 7468), whole or cut short, their line breaks escaped or not, and
 * PuTTY's. Stateless.
 */
final class PrivateKeys {
  private static final String BEGIN = "-----BEGIN ";
  private static final int LONGEST = 32 * 1024;
  private static final String PUTTY = "Private-Lines:";

  private PrivateKeys() {}

  /**
   * Looks for a key whose header begins at an index: all between header and footer, or to the end
   * of the text where the footer is missing.
   */
  static Optional<Span> at(String text, int index) {
    if (!text.startsWith(BEGIN, index)) {
      return Optional.empty();
    }
    int label = index + BEGIN.length();
    int close = text.indexOf("-----", label, Math.min(text.length(), label + 80));
    if (close < 0 || close - label > 64 || !label(text.substring(label, close))) {
      return Optional.empty();
    }
    int start = close + 5;
    int footer = text.indexOf("-----END ", start, Math.min(text.length(), start + LONGEST));
    int end = footer < 0 ? unfinished(text, start) : footer;
    return end <= start ? Optional.empty() : Optional.of(new Span(start, end, "private-key"));
  }

  /** A label is capital letters, digits and blanks (RFC 7468, 2). */
  private static boolean label(String text) {
    return text.endsWith("PRIVATE KEY")
        && text.chars().allMatch(c -> c == ' ' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9');
  }

  /** Without a footer, the key goes on as long as lines are of base64 or of a header. */
  private static int unfinished(String text, int start) {
    int end = start;
    while (end < text.length()) {
      char c = text.charAt(end);
      if (CharSet.BASE64.has(c)
          || c == '\n'
          || c == '\r'
          || c == '\\'
          || c == ' '
          || c == ':'
          || c == ',') {
        end++;
      } else {
        break;
      }
    }
    return end;
  }

  /** Looks for the private lines of a PuTTY key. */
  static Optional<Span> putty(String text, int index) {
    if (!text.startsWith(PUTTY, index)) {
      return Optional.empty();
    }
    int start = text.indexOf('\n', index);
    if (start < 0) {
      return Optional.empty();
    }
    int end = start + 1;
    while (end < text.length()
        && (CharSet.BASE64.has(text.charAt(end))
            || text.charAt(end) == '\n'
            || text.charAt(end) == '\r')) {
      end++;
    }
    int mac = text.lastIndexOf("\nPrivate-MAC", end);
    int stop = mac > start ? mac : end;
    return stop <= start + 1
        ? Optional.empty()
        : Optional.of(new Span(start + 1, stop, "private-key"));
  }
}
