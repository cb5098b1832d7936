package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.SecretNames.Weight;
import java.util.Optional;

/**
 * A secret by the name that it is given to: {@code DB_PASSWORD=x}, {@code "apiKey": "x"}, {@code
 * <token>x<}, {@code --password x}, {@code password x} in a netrc, {@code Authorization: Bearer x}.
 * Stateless.
 */
final class Assignments {
  private static final int LONGEST_NAME = 80;

  private Assignments() {}

  /** Looks for a secret behind an operator ({@code =}, {@code :} or {@code >}). */
  static Optional<Span> after(String text, int operator, boolean more) {
    int nameEnd = nameEnd(text, operator);
    int nameStart = nameStart(text, nameEnd);
    String name = text.substring(nameStart, nameEnd);
    char op = text.charAt(operator);
    char before = nameStart == 0 ? ' ' : text.charAt(nameStart - 1);
    // Behind > only the text of an element counts; a tag of ours is no name.
    if (name.isEmpty()
        || op == '>' && before != '<'
        || text.startsWith("[REDACTED:", nameStart - 10)) {
      return Optional.empty();
    }
    if (op == ':' && Headers.named(name)) {
      return Headers.after(text, operator, name);
    }
    Weight weight = SecretNames.of(name);
    if (weight == Weight.NONE) {
      return Optional.empty();
    }
    int from = operator + 1;
    // :=, =>, ==
    while (op != '>'
        && from < text.length()
        && from - operator < 4
        && "=>".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    boolean query = before == '?' || before == '&';
    return Value.at(text, from, op != '>')
        .map(value -> query ? beforeAmpersand(text, value) : value)
        .filter(value -> secret(text, value, weight, op, more))
        .map(value -> new Span(value.start(), value.end(), kind(name)));
  }

  /**
   * In a query (RFC 3986, 3.4, as HTML forms write it) the next pair begins behind an ampersand.
   */
  private static Value beforeAmpersand(String text, Value value) {
    int ampersand = text.indexOf('&', value.start(), value.end());
    return ampersand < 0 ? value : new Value(value.start(), ampersand, value.quoted());
  }

  /** Looks for a secret behind a flag such as {@code --password} that ends before {@code blank}. */
  static Optional<Span> afterWord(String text, int start, int blank, boolean more) {
    String name = text.substring(start, blank);
    Weight weight = SecretNames.of(name);
    if (weight == Weight.NONE) {
      return Optional.empty();
    }
    return Value.at(text, blank, true)
        .filter(value -> !text.startsWith("-", value.start()))
        .filter(value -> secret(text, value, weight, '=', more))
        .map(value -> new Span(value.start(), value.end(), kind(name)));
  }

  /** Returns where the identifier before an operator ends: before blanks and a closing quote. */
  private static int nameEnd(String text, int operator) {
    int end = operator;
    while (end > 0
        && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')
        && operator - end < 8) {
      end--;
    }
    while (end > 0 && "\"'`\\])".indexOf(text.charAt(end - 1)) >= 0 && operator - end < 12) {
      end--;
    }
    return end;
  }

  private static int nameStart(String text, int end) {
    int start = end;
    while (start > 0 && end - start < LONGEST_NAME && CharSet.DOTTED.has(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean secret(
      String text, Value value, Weight weight, char operator, boolean more) {
    String said = text.substring(value.start(), value.end());
    if (Placeholders.matches(said) || Placeholders.example(text, value.start(), value.end())) {
      return false;
    }
    boolean cut = more && value.end() == text.length();
    if (cut) {
      return true;
    }
    if (!value.quoted()
        && (said.indexOf('(') >= 0
            || said.indexOf('[') >= 0
            || value.end() < text.length() && text.charAt(value.end()) == '(')) {
      // A call or an element, not a value: token = getToken(...)
      return false;
    }
    return switch (weight) {
      case NONE -> false;
      case STRONG ->
          !(operator == ':' && !value.quoted() && prose(text, value, said))
              && !reference(said, value.quoted());
      case WEAK ->
          said.length() >= 8 && !reference(said, value.quoted()) && !path(said) && random(said);
    };
  }

  /** A path through objects, as code writes it: {@code config.password}, {@code self.token}. */
  private static boolean reference(String said, boolean quoted) {
    if (quoted || said.length() > 64) {
      return false;
    }
    int dots = 0;
    for (int i = 0; i < said.length(); i++) {
      char c = said.charAt(i);
      if (c == '.') {
        dots++;
      } else if (!Character.isLetter(c) && c != '_') {
        return false;
      }
    }
    return dots > 0 && !said.startsWith(".") && !said.endsWith(".");
  }

  private static boolean path(String said) {
    return said.startsWith("/")
        || said.startsWith("./")
        || said.startsWith("~/")
        || said.startsWith("http://")
        || said.startsWith("https://");
  }

  /** A word of a sentence: punctuation behind it, or another word. */
  private static boolean prose(String text, Value value, String said) {
    boolean letters = said.chars().allMatch(Character::isLetter);
    boolean goesOn =
        value.end() + 1 < text.length()
            && text.charAt(value.end()) == ' '
            && Character.isLetter(text.charAt(value.end() + 1));
    return said.endsWith(".") || said.endsWith(":") || said.endsWith("?") || letters && goesOn;
  }

  /** What a generator made has digits or a mix of cases; a word has neither. */
  private static boolean random(String said) {
    boolean digit = false;
    boolean lower = false;
    boolean upper = false;
    for (int i = 0; i < said.length(); i++) {
      char c = said.charAt(i);
      digit |= c >= '0' && c <= '9';
      lower |= c >= 'a' && c <= 'z';
      upper |= i > 0 && c >= 'A' && c <= 'Z';
    }
    return digit && (lower || upper || said.length() >= 16)
        || lower && upper && said.length() >= 20;
  }

  private static String kind(String name) {
    String plain = name.toLowerCase(java.util.Locale.ROOT);
    if (plain.contains("pass") || plain.contains("pwd")) {
      return "password";
    }
    if (plain.contains("token") || plain.contains("bearer")) {
      return "token";
    }
    return plain.contains("key") ? "key" : "secret";
  }
}
