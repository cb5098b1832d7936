package dev.safemcp.safety.redact;

import org.jspecify.annotations.Nullable;

/**
 * Characters that act or hide instead of showing: controls, bidirectional controls, zero-width and
 * other default-ignorable characters, tags, lone surrogates.
 *
 * <p>Sources: Unicode's Default_Ignorable_Code_Point and Bidi_Control; CVE-2021-42574. The two
 * variation selectors that tell text from emoji (U+FE0E, U+FE0F) are kept, but looked through.
 */
final class InvisibleCharacters {
  private InvisibleCharacters() {}

  /** Returns whether a code point must not stand in a shown text as it is. */
  static boolean isInvisible(int c) {
    if (c < 0x20) {
      return c != '\n' && c != '\t';
    }
    if (c < 0x7f) {
      return false;
    }
    if (c < 0xa0 || c == 0xad) {
      return true;
    }
    if (c < 0x34f) {
      return false;
    }
    if (c < 0x10000) {
      return c == 0x34f
          || c == 0x61c
          || c == 0x115f
          || c == 0x1160
          || c == 0x17b4
          || c == 0x17b5
          || within(c, 0x180b, 0x180f)
          || within(c, 0x200b, 0x200f)
          || within(c, 0x2028, 0x202e)
          || within(c, 0x2060, 0x206f)
          || c == 0x3164
          || within(c, 0xd800, 0xdfff)
          || within(c, 0xfe00, 0xfe0d)
          || c == 0xfeff
          || c == 0xffa0
          || within(c, 0xfff0, 0xfffb);
    }
    return within(c, 0x1bca0, 0x1bca3)
        || within(c, 0x1d173, 0x1d17a)
        || within(c, 0xe0000, 0xe0fff);
  }

  /** Returns whether a code point is kept for the eye but is nothing to a search. */
  static boolean isKeptSelector(int c) {
    return c == 0xfe0e || c == 0xfe0f;
  }

  /** Returns whether a code point ends a line on some screen. */
  static boolean isLineBreak(int c) {
    return within(c, '\n', '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
  }

  /** Returns whether a code point is a control of C0 or C1, or DEL. */
  static boolean isControl(int c) {
    return c < 0x20 || within(c, 0x7f, 0x9f);
  }

  /** Appends a code point as it is shown: <code>\&#117;{1b}</code>. */
  static void render(StringBuilder out, int c) {
    out.append("\\u{").append(Integer.toHexString(c)).append('}');
  }

  private static boolean within(int c, int first, int last) {
    return c >= first && c <= last;
  }

  /**
   * One character of a text: as it is, or rendered already.
   *
   * @param codePoint what it is
   * @param length how many UTF-16 units it takes
   * @param rendered whether it is written out
   */
  record Unit(int codePoint, int length, boolean rendered) {}

  /**
   * Reads a rendering, so that a text which was made visible before is seen like the raw one.
   *
   * @return the character, or null where none that must be rendered is written out
   */
  static @Nullable Unit rendered(String text, int at) {
    if (!text.startsWith("\\u{", at)) {
      return null;
    }
    int value = 0;
    int i = at + 3;
    int limit = Math.min(text.length(), i + 6);
    while (i < limit && Character.digit(text.charAt(i), 16) >= 0) {
      value = value * 16 + Character.digit(text.charAt(i), 16);
      i++;
    }
    boolean closed = i > at + 3 && i < text.length() && text.charAt(i) == '}';
    boolean counts = isInvisible(value) || value == '\n' || value == '\t';
    return closed && counts ? new Unit(value, i + 1 - at, true) : null;
  }

  /** Reads the character that stands at this place. */
  static Unit unit(String text, int at) {
    char c = text.charAt(at);
    if (c == '\\') {
      Unit rendered = rendered(text, at);
      return rendered == null ? new Unit(c, 1, false) : rendered;
    }
    int codePoint = text.codePointAt(at);
    return new Unit(codePoint, Character.charCount(codePoint), false);
  }
}
