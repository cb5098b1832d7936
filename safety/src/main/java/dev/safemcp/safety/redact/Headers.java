package dev.safemcp.safety.redact;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;

/** Credentials in HTTP headers (RFC 9110, section 11; RFC 6265) and where they are quoted. */
final class Headers {
  private static final int LONGEST_SCHEME = 24;
  private static final int BARE_TOKEN = 16;
  private static final CharClass SCHEME = CharClass.of("A-Za-z0-9-");
  private static final CharClass TOKEN68 = CharClass.of("A-Za-z0-9._~+/=-");
  private static final CharClass COOKIE_NAME = CharClass.of("A-Za-z0-9._!#$%&*+^|~-");
  private static final Set<String> NAMES_OF_TOKENS =
      Set.of("token", "credentials", "key", "authentication", "authorization", "auth", "scheme");

  private Headers() {}

  static void register(Keywords keywords) {
    keywords.addIgnoringCase("authorization", Headers::authorization);
    keywords.addIgnoringCase("bearer", Headers::bearer);
    keywords.addIgnoringCase("basic", Headers::basic);
    keywords.addIgnoringCase("cookie", Headers::cookie);
  }

  private static int authorization(Scan scan, int at, int length) {
    Subject text = scan.text;
    int value = valueStart(text, at + length);
    if (value < 0) {
      return Rule.NOTHING;
    }
    int schemeEnd = text.skip(value, SCHEME, value + LONGEST_SCHEME);
    int start = value;
    String scheme = "";
    if (schemeEnd > value && text.at(schemeEnd) == ' ') {
      scheme = Subject.lower(text.slice(value, schemeEnd));
      start = text.blanks(schemeEnd);
    }
    boolean quotesInside = scheme.equals("digest") || scheme.equals("oauth");
    int end = valueEnd(text, start, start + Placeholders.LOOK, quotesInside);
    if (end <= start || !isCredential(text, start, end, scheme)) {
      return Rule.NOTHING;
    }
    end = valueEnd(text, start, text.length(), quotesInside);
    scan.found.add(start, end, "authorization");
    return end;
  }

  private static boolean isCredential(Subject text, int start, int end, String scheme) {
    String value = text.slice(start, Math.min(end, start + Placeholders.LOOK));
    if (Placeholders.isPlaceholder(value)
        || NAMES_OF_TOKENS.contains(Subject.lower(value))
        || value.startsWith("\\(")) {
      return text.cutAt(end);
    }
    if (scheme.isEmpty()) {
      return end - start >= 8 && hasDigit(value) && value.indexOf(' ') < 0;
    }
    int space = value.indexOf(' ');
    return space < 0 || hasDigit(value);
  }

  /** Returns where the value of a header or an entry begins, or -1 where none is given. */
  private static int valueStart(Subject text, int at) {
    int i = at;
    if (text.at(i) == '\\') {
      i++;
    }
    if (Subject.isQuote(text.at(i))) {
      i++;
    }
    if (text.at(i) == ']') {
      i++;
    }
    i = text.blanks(i);
    char operator = text.at(i);
    if (operator != ':' && operator != '=' && operator != ',') {
      return -1;
    }
    i++;
    if (text.at(i) == '>' || text.at(i) == '=') {
      i++;
    }
    i = text.blanks(i);
    if (text.at(i) == '\\' && Subject.isQuote(text.at(i + 1))) {
      i++;
    }
    if (Subject.isQuote(text.at(i))) {
      i++;
    } else if (operator == ',') {
      return -1;
    }
    return i;
  }

  private static int valueEnd(Subject text, int start, int limit, boolean quotesInside) {
    int i = start;
    while (i < Math.min(limit, text.length())) {
      char c = text.at(i);
      if (c == '\n' || c == '\r' || c == '\0') {
        break;
      }
      if (!quotesInside && (Subject.isQuote(c) || (c == '<' && text.at(i + 1) == '/'))) {
        break;
      }
      if (c == '\\' && (text.at(i + 1) == '"' || text.at(i + 1) == 'n' || text.at(i + 1) == 'r')) {
        break;
      }
      i++;
    }
    while (i > start && (text.at(i - 1) == ' ' || text.at(i - 1) == '\t')) {
      i--;
    }
    return i;
  }

  private static int bearer(Scan scan, int at, int length) {
    Subject text = scan.text;
    int start = at + length;
    if (text.at(start) != ' ') {
      return Rule.NOTHING;
    }
    start = text.blanks(start);
    int end = text.skip(start, TOKEN68, start + Placeholders.LOOK);
    String value = text.slice(start, end);
    boolean token =
        (text.cutAt(end) && end > start)
            || (end - start >= BARE_TOKEN && hasDigit(value) && !Placeholders.isPlaceholder(value));
    if (!token) {
      return Rule.NOTHING;
    }
    end = text.skip(end, TOKEN68);
    scan.found.add(start, end, "authorization");
    return end;
  }

  private static int basic(Scan scan, int at, int length) {
    Subject text = scan.text;
    int start = at + length;
    if (text.at(start) != ' ') {
      return Rule.NOTHING;
    }
    start = text.blanks(start);
    int end = text.skip(start, TOKEN68, start + Placeholders.LOOK);
    if (!isUserAndPassword(text.slice(start, end))) {
      return Rule.NOTHING;
    }
    end = text.skip(end, TOKEN68);
    scan.found.add(start, end, "authorization");
    return end;
  }

  /** Returns whether this is base64 of {@code user:password}. */
  private static boolean isUserAndPassword(String value) {
    if (value.length() < 8) {
      return false;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(value);
      String decoded = new String(bytes, StandardCharsets.UTF_8);
      return decoded.indexOf(':') >= 0 && decoded.chars().allMatch(c -> c >= ' ' && c != 0xfffd);
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }

  private static int cookie(Scan scan, int at, int length) {
    Subject text = scan.text;
    int start = valueStart(text, at + length);
    if (start < 0) {
      return Rule.NOTHING;
    }
    int nameEnd = text.skip(start, COOKIE_NAME, start + 128);
    if (nameEnd == start || text.at(nameEnd) != '=') {
      return Rule.NOTHING;
    }
    int end = valueEnd(text, start, nameEnd + Placeholders.LOOK, false);
    boolean set = text.hasIgnoringCase(at - 4, "set-");
    if (text.has(at - 9, "document.") && !hasDigit(text.slice(start, end))) {
      return Rule.NOTHING;
    }
    if (set) {
      start = nameEnd + 1;
      int i = start;
      while (i < end && text.at(i) != ';') {
        i++;
      }
      end = i;
    }
    String value = text.slice(start, Math.min(end, start + Placeholders.LOOK));
    String first = text.slice(nameEnd + 1, Math.min(end, nameEnd + 1 + Placeholders.LOOK));
    if (value.isEmpty() || first.isEmpty() || Placeholders.isTemplate(first)) {
      return Rule.NOTHING;
    }
    if (!set || end - start >= Placeholders.LOOK / 2) {
      end = valueEnd(text, start, text.length(), false);
    }
    scan.found.add(start, end, "cookie");
    return end;
  }

  private static boolean hasDigit(String value) {
    return value.chars().anyMatch(c -> c >= '0' && c <= '9');
  }
}
