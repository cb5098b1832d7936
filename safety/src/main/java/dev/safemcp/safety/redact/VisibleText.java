package dev.safemcp.safety.redact;

import java.util.Arrays;

/**
 * A text in which nothing can act on a screen or hide: escape sequences, control characters and
 * invisible characters are written as {@code \\u{1b}}.
 *
 * <p>Beside the text stands its skeleton: the same without what was made visible. A token that is
 * split by a colour code or a zero-width character is whole there, and {@link #end} and {@link
 * #start} lead back.
 */
final class VisibleText {
  private final String text;
  private final String skeleton;

  /**
   * For each skeleton index, where that character stands in the text; empty where both are the
   * same.
   */
  private final int[] places;

  private VisibleText(String text, String skeleton, int[] places) {
    this.text = text;
    this.skeleton = skeleton;
    this.places = places;
  }

  /**
   * Makes a text visible.
   *
   * @param raw any text, lone surrogates included
   * @param lines whether newlines and tabs are part of it; else they are made visible too
   */
  static VisibleText of(String raw, boolean lines) {
    int first = firstHidden(raw, lines);
    return first < 0 ? new VisibleText(raw, raw, new int[0]) : rendered(raw, lines, first);
  }

  String text() {
    return text;
  }

  String skeleton() {
    return skeleton;
  }

  /** Returns where a skeleton index stands in the text. */
  int start(int index) {
    return places.length == 0 ? index : index < places.length ? places[index] : text.length();
  }

  /** Returns where the text goes on after the skeleton index before {@code end}. */
  int end(int end) {
    return places.length == 0 ? end : end == 0 ? 0 : places[end - 1] + 1;
  }

  private static int firstHidden(String raw, boolean lines) {
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      boolean plain = c >= 0x20 && c < 0x7f || c == '\n' && lines || c == '\t' && lines;
      if (!plain && hidden(raw, i, lines)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean hidden(String raw, int i, boolean lines) {
    int c = raw.codePointAt(i);
    if (Character.isLowSurrogate(raw.charAt(i))
        && i > 0
        && Character.isHighSurrogate(raw.charAt(i - 1))) {
      return false;
    }
    if (c == '\r' && lines && i + 1 < raw.length() && raw.charAt(i + 1) == '\n') {
      return false;
    }
    return !(lines && (c == '\n' || c == '\t')) && Invisibles.contains(c);
  }

  private static VisibleText rendered(String raw, boolean lines, int first) {
    StringBuilder text = new StringBuilder(raw.length() + 64);
    StringBuilder skeleton = new StringBuilder(raw.length());
    int[] places = new int[raw.length()];
    text.append(raw, 0, first);
    skeleton.append(raw, 0, first);
    for (int i = 0; i < first; i++) {
      places[i] = i;
    }
    int i = first;
    while (i < raw.length()) {
      if (!hidden(raw, i, lines)) {
        places[skeleton.length()] = text.length();
        text.append(raw.charAt(i));
        skeleton.append(raw.charAt(i));
        i++;
        continue;
      }
      int end = EscapeSequences.end(raw, i);
      int c = raw.codePointAt(i);
      text.append("\\u{").append(Integer.toHexString(c)).append('}');
      // What follows the introducer of a sequence is printable: shown as it is, and no part of the
      // skeleton.
      for (int j = i + Character.charCount(c); j < end; j++) {
        if (hidden(raw, j, false)) {
          text.append("\\u{").append(Integer.toHexString(raw.charAt(j))).append('}');
        } else {
          text.append(raw.charAt(j));
        }
      }
      i = Math.max(end, i + Character.charCount(c));
    }
    return new VisibleText(
        text.toString(), skeleton.toString(), Arrays.copyOf(places, skeleton.length()));
  }
}
