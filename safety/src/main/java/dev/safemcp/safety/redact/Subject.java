package dev.safemcp.safety.redact;

import java.util.Locale;

/**
 * A text under search.
 *
 * <p>Reading past either end gives NUL, which belongs to no class, so that scanners need no checks
 * of bounds. Counts what is read. Not thread-safe.
 */
final class Subject {
  private final char[] chars;
  private final boolean more;
  private long reads;

  /**
   * Makes a subject.
   *
   * @param chars the text; not to be changed
   * @param more whether the text went on, so that what reaches the end may be only a beginning
   */
  Subject(char[] chars, boolean more) {
    this.chars = chars;
    this.more = more;
  }

  static Subject of(String text, boolean more) {
    return new Subject(text.toCharArray(), more);
  }

  int length() {
    return chars.length;
  }

  char[] chars() {
    return chars;
  }

  /** Returns how many characters the rules have read so far: what the bound on time is held to. */
  long reads() {
    return reads;
  }

  char at(int index) {
    reads++;
    return index >= 0 && index < chars.length ? chars[index] : '\0';
  }

  /** Returns whether a candidate that ends here may go on beyond what was captured. */
  boolean cutAt(int end) {
    return more && end >= chars.length;
  }

  String slice(int start, int end) {
    int from = Math.max(0, start);
    int to = Math.min(chars.length, end);
    reads += Math.max(0, to - from);
    return to <= from ? "" : new String(chars, from, to - from);
  }

  /** Returns whether the literal stands here. */
  boolean has(int at, String literal) {
    if (at < 0 || at + literal.length() > chars.length) {
      return false;
    }
    reads++;
    for (int i = 0; i < literal.length(); i++) {
      if (chars[at + i] != literal.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the literal, in lower case, stands here in any case. */
  boolean hasIgnoringCase(int at, String lower) {
    if (at < 0 || at + lower.length() > chars.length) {
      return false;
    }
    reads++;
    for (int i = 0; i < lower.length(); i++) {
      if (lower(chars[at + i]) != lower.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first index from {@code start} on whose character is not in the class. */
  int skip(int start, CharClass set) {
    return skip(start, set, chars.length);
  }

  /** As {@link #skip(int, CharClass)}, but not beyond {@code limit}. */
  int skip(int start, CharClass set, int limit) {
    int end = Math.min(limit, chars.length);
    int i = start;
    while (i < end && set.has(chars[i])) {
      i++;
    }
    reads += i - start + 1;
    return i;
  }

  /** Returns the first index of the stretch of class characters that ends before {@code end}. */
  int skipBack(int end, CharClass set, int limit) {
    int stop = Math.max(0, limit);
    int i = end;
    while (i > stop && set.has(chars[i - 1])) {
      i--;
    }
    reads += end - i + 1;
    return i;
  }

  /** Returns where blanks end. */
  int blanks(int start) {
    int i = start;
    while (at(i) == ' ' || at(i) == '\t') {
      i++;
    }
    return i;
  }

  /** Returns the end of the line, but at most {@code bound} characters on. */
  int lineEnd(int start, int bound) {
    int end = (int) Math.min(chars.length, (long) start + bound);
    int i = start;
    while (i < end && chars[i] != '\n' && chars[i] != '\r') {
      i++;
    }
    reads += i - start + 1;
    return i;
  }

  /** Returns the start of the line, but at most {@code bound} characters back. */
  int lineStart(int from, int bound) {
    int stop = Math.max(0, from - bound);
    int i = from;
    while (i > stop && chars[i - 1] != '\n' && chars[i - 1] != '\r') {
      i--;
    }
    reads += from - i + 1;
    return i;
  }

  static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
  }
}
