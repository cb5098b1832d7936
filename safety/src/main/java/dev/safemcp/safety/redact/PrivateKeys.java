package dev.safemcp.safety.redact;

/**
 * Private keys in their textual armour (RFC 7468, OpenSSH, OpenPGP, PuTTY), whole or cut short at
 * either side, on many lines or on one with {@code \n} written out.
 */
final class PrivateKeys {
  private static final String KIND = "private-key";
  private static final int LABEL = 64;
  private static final int LINE = 512;
  private static final int LINES_BACK = 400;
  private static final CharClass BODY = CharClass.of("A-Za-z0-9+/=");

  private PrivateKeys() {}

  static void register(Keywords keywords) {
    keywords.add("-----BEGIN", PrivateKeys::begin);
    keywords.add("---- BEGIN", PrivateKeys::begin);
    keywords.add("-----END", PrivateKeys::end);
    keywords.add("---- END", PrivateKeys::end);
    keywords.add("Private-Lines:", PrivateKeys::putty);
  }

  private static int begin(Scan scan, int at, int length) {
    Subject text = scan.text;
    int body = afterLabel(text, at + length);
    if (body < 0) {
      return Rule.NOTHING;
    }
    int border = nextBorder(scan, body);
    int closing = border < text.length() && isEnd(text, border) ? afterLabel(text, border + 8) : -1;
    int end;
    if (closing > 0 && looksLikeBody(text, body, border)) {
      end = closing;
    } else {
      end = bodyEnd(text, body, border);
    }
    if (end <= body) {
      return Rule.NOTHING;
    }
    if (Subject.isQuote(text.at(body)) && !text.cutAt(end) && longestRun(text, body, end) < 16) {
      return Rule.NOTHING; // named in a sentence
    }
    scan.found.add(at, end, KIND);
    return end;
  }

  private static int longestRun(Subject text, int start, int end) {
    int longest = 0;
    int i = start;
    while (i < end) {
      int to = Math.max(i + 1, text.skip(i, BODY, end));
      longest = Math.max(longest, to - i);
      i = to;
    }
    return longest;
  }

  /** A key whose beginning is missing: the lines of base64 before its last line are its body. */
  private static int end(Scan scan, int at, int length) {
    Subject text = scan.text;
    int closing = afterLabel(text, at + length);
    if (closing < 0) {
      return Rule.NOTHING;
    }
    int start = at;
    for (int line = 0; line < LINES_BACK; line++) {
      int lineEnd = start;
      if (text.at(lineEnd - 1) == '\n') {
        lineEnd -= text.at(lineEnd - 2) == '\r' ? 2 : 1;
      } else if (text.has(lineEnd - 2, "\\n")) {
        lineEnd -= text.has(lineEnd - 4, "\\r") ? 4 : 2;
      } else {
        break;
      }
      int from = text.skipBack(lineEnd, BODY, lineEnd - LINE);
      boolean escaped = text.at(from - 1) == '\\' && text.at(from) == 'n';
      if (escaped) {
        from++;
      }
      boolean wholeLine =
          escaped
              || from == 0
              || Subject.isSpace(text.at(from - 1))
              || Subject.isQuote(text.at(from - 1));
      if (!wholeLine || from == lineEnd) {
        break;
      }
      start = from;
    }
    if (start == at) {
      return Rule.NOTHING;
    }
    scan.found.add(start, closing, KIND);
    return closing;
  }

  private static int putty(Scan scan, int at, int length) {
    Subject text = scan.text;
    int start = text.lineEnd(at, LABEL);
    int end = bodyEnd(text, start, text.length());
    if (end <= start) {
      return Rule.NOTHING;
    }
    while (start < end && Subject.isSpace(text.at(start))) {
      start++;
    }
    scan.found.add(start, end, KIND);
    return end;
  }

  /** Returns where a label that says private key ends, dashes included, or -1. */
  private static int afterLabel(Subject text, int at) {
    for (int i = at; i < at + LABEL && text.at(i) != '\n'; i++) {
      if (text.at(i) == 'P' && text.has(i, "PRIVATE KEY")) {
        int end = i + 11;
        if (text.has(end, " BLOCK")) {
          end += 6;
        }
        while (text.at(end) == '-' || (text.at(end) == ' ' && text.at(end + 1) == '-')) {
          end++;
        }
        return end;
      }
    }
    return -1;
  }

  private static boolean isEnd(Subject text, int at) {
    return text.has(at, "-----END") || text.has(at, "---- END");
  }

  /** Returns where the next line of armour begins; asked in order, so each text is read once. */
  private static int nextBorder(Scan scan, int from) {
    if (scan.keysSearchedTo > from) {
      return scan.keysSearchedTo;
    }
    Subject text = scan.text;
    int i = from;
    while (i < text.length()) {
      if (text.at(i) == '-'
          && text.at(i + 1) == '-'
          && (isEnd(text, i) || text.has(i, "-----BEGIN") || text.has(i, "---- BEGIN"))) {
        break;
      }
      i++;
    }
    scan.keysSearchedTo = i;
    return i;
  }

  /** Tells a key from a program that names both lines of armour. */
  private static boolean looksLikeBody(Subject text, int start, int border) {
    return bodyEnd(text, start, border) > start || text.skip(start + 1, BODY, border) - start > 24;
  }

  /**
   * Returns where the lines of a body end that has no last line, or {@code start} where no body
   * stands.
   */
  private static int bodyEnd(Subject text, int start, int border) {
    int end = start;
    int i = start;
    while (i < border) {
      int from = skipBetween(text, i, border);
      int to = text.skip(from, BODY, border);
      if (to == from) {
        break;
      }
      if (text.at(to) == ':' || text.at(to) == '-') {
        int lineEnd = text.lineEnd(to, LINE);
        if (!isArmourHeader(text, from) && lineBehindPrefix(text, from, border) < 0) {
          break;
        }
        i = lineEnd;
        end = lineEnd;
        continue;
      }
      boolean wholeLine =
          to >= text.length()
              || to == border
              || isBreak(text, to)
              || Subject.isQuote(text.at(to))
              || (text.at(to) == ' ' && to - from >= 16);
      if (!wholeLine) {
        int listed = lineBehindPrefix(text, from, border);
        if (listed < 0) {
          return to - from >= 40 ? to : end;
        }
        to = listed;
      }
      i = to;
      end = to;
    }
    return end;
  }

  /** A line of a key as a search lists it: file and number stand before; returns its end, or -1. */
  private static int lineBehindPrefix(Subject text, int start, int border) {
    int end = Math.min(border, text.lineEnd(start, LINE));
    int from = text.skipBack(end, BODY, start);
    char before = text.at(from - 1);
    return end - from >= 40 && from > start && (before == ':' || before == '-') ? end : -1;
  }

  private static boolean isArmourHeader(Subject text, int at) {
    return text.has(at, "Proc-Type:")
        || text.has(at, "DEK-Info:")
        || text.has(at, "Comment:")
        || text.has(at, "Version:")
        || text.has(at, "Subject:");
  }

  private static boolean isBreak(Subject text, int at) {
    char c = text.at(at);
    return c == '\n'
        || c == '\r'
        || c == '\0'
        || c == '<'
        || (c == '\\'
            && (text.at(at + 1) == 'n'
                || text.at(at + 1) == 'r'
                || text.at(at + 1) == '\\'
                || text.at(at + 1) == '\n'));
  }

  /**
   * Skips what may stand between two lines of a body: breaks, quotes, numbers and signs of lines.
   */
  private static int skipBetween(Subject text, int start, int border) {
    int i = start;
    while (i < border) {
      char c = text.at(i);
      if (c == '\\' && i + 1 < border) {
        i += 2;
      } else if (Subject.isSpace(c)
          || Subject.isQuote(c)
          || c == ','
          || c == '|'
          || c == '>'
          || c == '#'
          || c == '*') {
        i++;
      } else {
        int digits = text.skip(i, CharClass.DIGIT, i + 6);
        char after = text.at(digits);
        if (digits > i && digits < border && (after == ':' || after == '\t' || after == '-')) {
          i = digits + 1;
        } else {
          return i;
        }
      }
    }
    return i;
  }
}
