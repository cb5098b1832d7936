package dev.safemcp.safety.redact;

/** Passwords and tokens before the {@code @} of a URI (RFC 3986, section 3.2.1). */
final class UriUserinfo {
  private static final int LONGEST = 1024;
  private static final int TOKEN = 16;

  private UriUserinfo() {}

  static void register(Keywords keywords) {
    keywords.add("://", UriUserinfo::look);
  }

  private static int look(Scan scan, int at, int length) {
    Subject text = scan.text;
    if (!CharClass.ALNUM.has(text.at(at - 1))) {
      return Rule.NOTHING;
    }
    int start = at + length;
    int end = start;
    int sign = -1;
    int limit = Math.min(text.length(), start + LONGEST);
    while (end < limit && !endsAuthority(text, end)) {
      if (text.at(end) == '@') {
        sign = end;
      }
      end++;
    }
    int colon = indexOf(text, ':', start, sign < 0 ? end : sign);
    if (sign < 0 && text.cutAt(end)) {
      int from = colon < 0 ? start : colon + 1;
      scan.found.add(from, end, "uri-password");
      return end;
    }
    if (sign < 0
        && colon >= 0
        && !text.hasIgnoringCase(at - 4, "http")
        && !text.hasIgnoringCase(at - 5, "https")) {
      sign = signBeyond(text, colon, end, limit);
    }
    if (sign < 0) {
      return Rule.NOTHING;
    }
    if (colon < 0) {
      if (sign - start < TOKEN || !looksRandom(text, start, sign)) {
        return Rule.NOTHING;
      }
      scan.found.add(start, sign, "uri-token");
      return sign;
    }
    String password = text.slice(colon + 1, Math.min(sign, colon + 1 + Placeholders.LOOK));
    if (password.isEmpty() || isTemplate(password)) {
      return Rule.NOTHING;
    }
    if (colon - start >= TOKEN && looksRandom(text, start, colon)) {
      scan.found.add(start, colon, "uri-token");
    }
    scan.found.add(colon + 1, sign, "uri-password");
    return sign;
  }

  private static boolean isTemplate(String password) {
    return Placeholders.isTemplate(password)
        || (Placeholders.isPlaceholder(password) && !Character.isLetterOrDigit(password.charAt(0)))
        || password.startsWith("xxx")
        || password.startsWith("***");
  }

  /** A password that should have been encoded: its sign is further on, before any blank. */
  private static int signBeyond(Subject text, int colon, int end, int limit) {
    int port = text.skip(colon + 1, CharClass.DIGIT, end);
    if (port == end) {
      return -1;
    }
    for (int i = end; i < Math.min(limit, end + 64); i++) {
      char c = text.at(i);
      if (c == '@') {
        return i;
      }
      if (Subject.isSpace(c) || Subject.isQuote(c) || c == ':') {
        return -1;
      }
    }
    return -1;
  }

  private static boolean endsAuthority(Subject text, int at) {
    char c = text.at(at);
    return c == '/'
        || c == '?'
        || c == '#'
        || Subject.isSpace(c)
        || c == '"'
        || c == '`'
        || (c == '\'' && !CharClass.ALNUM.has(text.at(at + 1)))
        || (c == '<' && text.at(at + 1) == '/')
        || (c == '\\' && (text.at(at + 1) == 'n' || text.at(at + 1) == '"'));
  }

  private static int indexOf(Subject text, char wanted, int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.at(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean looksRandom(Subject text, int start, int end) {
    boolean digit = false;
    for (int i = start; i < end; i++) {
      char c = text.at(i);
      digit |= CharClass.DIGIT.has(c);
      if (c == '%' && text.has(i, "%40")) {
        return false; // an address of mail
      }
      if (!CharClass.NAME.has(c) && c != '%' && c != '=' && c != '~' && c != '+') {
        return false;
      }
    }
    return digit;
  }
}
