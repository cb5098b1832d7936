package dev.safemcp.safety.redact;

/**
 * The grammar of terminal escape sequences (ECMA-48, 5.3 to 5.6, and what xterm adds: an OSC may
 * end in BEL). Stateless.
 */
final class EscapeSequences {
  private static final int ESC = 0x1b;
  private static final int BEL = 0x07;

  /**
   * A string that is not closed within so many characters is no string: the rest of the text is not
   * eaten.
   */
  private static final int LONGEST_STRING = 4096;

  private EscapeSequences() {}

  /**
   * Returns where the sequence that a control character introduces ends; just behind the character
   * where it introduces none.
   */
  static int end(String text, int start) {
    int c = text.charAt(start);
    int next = start + Character.charCount(text.codePointAt(start));
    if (c == ESC) {
      if (next >= text.length()) {
        return next;
      }
      char kind = text.charAt(next);
      return switch (kind) {
        case '[' -> controlSequence(text, next + 1);
        case ']', 'P', 'X', '^', '_' -> string(text, next + 1);
        default -> escape(text, next);
      };
    }
    return switch (c) {
      case 0x9b -> controlSequence(text, next);
      case 0x9d, 0x90, 0x98, 0x9e, 0x9f -> string(text, next);
      default -> next;
    };
  }

  /** Parameter bytes, intermediate bytes, one final byte. */
  private static int controlSequence(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) <= 0x3f) {
      i++;
    }
    return i < text.length() && text.charAt(i) >= 0x40 && text.charAt(i) <= 0x7e ? i + 1 : i;
  }

  /** Anything up to BEL or ST. */
  private static int string(String text, int from) {
    int most = Math.min(text.length(), from + LONGEST_STRING);
    for (int i = from; i < most; i++) {
      char c = text.charAt(i);
      if (c == BEL || c == 0x9c) {
        return i + 1;
      }
      if (c == ESC) {
        return i + 1 < text.length() && text.charAt(i + 1) == '\\' ? i + 2 : i;
      }
      if (c == '\n') {
        return from;
      }
    }
    // Not closed: only the introducer is taken, so that nobody hides a secret behind it.
    return from;
  }

  /** Intermediate bytes and one final byte: ESC ( B, ESC c. */
  private static int escape(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) <= 0x2f) {
      i++;
    }
    return i < text.length() && text.charAt(i) >= 0x30 && text.charAt(i) <= 0x7e ? i + 1 : i;
  }
}
