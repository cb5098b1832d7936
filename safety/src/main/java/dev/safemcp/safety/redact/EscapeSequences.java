package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.InvisibleCharacters.Unit;

/**
 * The grammar of terminal escape sequences (ECMA-48, 5.3 to 5.6, and xterm's ending of OSC by BEL),
 * in 7 bits and in 8, finished or not.
 */
final class EscapeSequences {
  private static final int ESC = 0x1b;
  private static final int BEL = 0x07;
  private static final int CSI = 0x9b;
  private static final int ST = 0x9c;

  private EscapeSequences() {}

  /** Returns whether this code point begins a sequence. */
  static boolean begins(int c) {
    return c == ESC || c == CSI || isString(c);
  }

  /** DCS, SOS, OSC, PM, APC: what follows is data up to a terminator. */
  private static boolean isString(int c) {
    return c == 0x90 || c == 0x98 || c == 0x9d || c == 0x9e || c == 0x9f;
  }

  /**
   * Returns where the sequence ends that begins at this place.
   *
   * <p>A control string without terminator ends where its line does: on a screen it would swallow
   * more, but nothing of it acts once it is made visible.
   */
  static int end(String text, int at) {
    Unit first = InvisibleCharacters.unit(text, at);
    int i = at + first.length();
    if (first.codePoint() == CSI) {
      return csiEnd(text, i);
    }
    if (isString(first.codePoint())) {
      return stringEnd(text, i);
    }
    int second = code(text, i);
    if (second == '[') {
      return csiEnd(text, i + 1);
    }
    if (second == ']' || second == 'P' || second == 'X' || second == '^' || second == '_') {
      return stringEnd(text, i + 1);
    }
    // nF: intermediates and a final; Fp, Fe, Fs: the final alone.
    while (within(code(text, i), 0x20, 0x2f)) {
      i++;
    }
    return within(code(text, i), 0x30, 0x7e) ? i + 1 : i;
  }

  private static int csiEnd(String text, int start) {
    int i = start;
    while (within(code(text, i), 0x20, 0x3f)) {
      i++;
    }
    return within(code(text, i), 0x40, 0x7e) ? i + 1 : i;
  }

  /** Returns what stands here, NUL behind the end; a written-out control is that control. */
  private static int code(String text, int at) {
    return at < text.length() ? InvisibleCharacters.unit(text, at).codePoint() : 0;
  }

  private static boolean within(int c, int first, int last) {
    return c >= first && c <= last;
  }

  private static int stringEnd(String text, int start) {
    int i = start;
    while (i < text.length()) {
      Unit unit = InvisibleCharacters.unit(text, i);
      int c = unit.codePoint();
      if (c == BEL || c == ST) {
        return i + unit.length();
      }
      if (c == ESC) {
        int next = i + unit.length();
        return code(text, next) == '\\' ? next + 1 : i;
      }
      if (c == '\n' || c == '\r' || c == 0x18 || c == 0x1a) {
        return i;
      }
      i += unit.length();
    }
    return i;
  }
}
