package dev.safemcp.safety.redact;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Secrets known by the name that they are given: in settings of every syntax, in code, in queries
 * of URLs, in headers and after flags. The name and its quotes stay.
 *
 * <p>Lives here: finding the name, the operator and where the value begins. {@link SecretNames}
 * knows the names, {@link AssignedValue} the values.
 */
final class Assignments {
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_GAP = 64;
  private static final List<String> KEYWORDS =
      List.of(
          "pass",
          "pwd",
          "psw",
          "pw",
          "secret",
          "token",
          "key",
          "auth",
          "cred",
          "psk",
          "pat",
          "signature",
          "requirepass");
  private static final CharClass NAME = CharClass.of("A-Za-z0-9_.$-");
  private static final CharClass EQUALS = CharClass.of("=");
  private static final CharClass COLONS = CharClass.of(":");

  /** Names in settings that are written without an operator: LDAP's, Redis's. */
  private static final Set<String> BARE_SETTINGS =
      Set.of("bindpw", "rootpw", "requirepass", "masterauth");

  private static final Set<String> TYPES =
      Set.of(
          "string",
          "str",
          "&str",
          "&'static",
          "any",
          "optional<string>",
          "string?",
          "securestring",
          "secretstr",
          "nsstring",
          "bytes",
          "[]byte",
          "char*",
          "varchar",
          "text");

  private final ProviderShapes shapes;

  Assignments(ProviderShapes shapes) {
    this.shapes = shapes;
  }

  void register(Keywords keywords) {
    for (String keyword : KEYWORDS) {
      keywords.addIgnoringCase(keyword, this::look);
    }
    // The signature of a shared access URL is the whole of its credential.
    keywords.add("sig=", Assignments::signature);
    keywords.addIgnoringCase("identified by", Assignments::identifiedBy);
  }

  private int look(Scan scan, int at, int length) {
    if (at < scan.namesJudgedTo) {
      return Rule.NOTHING;
    }
    Subject text = scan.text;
    int start = text.skipBack(at, NAME, at - LONGEST_NAME);
    int end = text.skip(at, NAME, at + LONGEST_NAME);
    scan.namesJudgedTo = end;
    while (end > at && (text.at(end - 1) == '.' || text.at(end - 1) == '-')) {
      end--;
    }
    if (end - start >= LONGEST_NAME + length) {
      return Rule.NOTHING;
    }
    AssignedValue.Place place = place(text, start, end);
    if (place == null) {
      return Rule.NOTHING;
    }
    String name = text.slice(start, end);
    SecretNames.Meaning meaning = SecretNames.meaningOf(name);
    if (meaning == null || (place.afterSpace() && !isBareWordAllowed(meaning, name, place))) {
      return Rule.NOTHING;
    }
    if (isTestReport(text, start, end, place) || isCoordinate(text, start, end, place)) {
      return Rule.NOTHING;
    }
    AssignedValue value = AssignedValue.read(text, place);
    boolean itself = name.endsWith(text.slice(value.start(), value.end()));
    if (value.end() <= value.start() || itself || !value.isSecret(meaning)) {
      return Rule.NOTHING;
    }
    String kind = shapes.kindAt(text, value.start(), value.end());
    scan.found.add(value.start(), value.end(), kind == null ? meaning.kind() : kind);
    return value.end();
  }

  /** {@code PASS: test_one}. */
  private static boolean isTestReport(Subject text, int start, int end, AssignedValue.Place place) {
    return place.style() == AssignedValue.Style.COLON && text.slice(start, end).equals("PASS");
  }

  /** {@code org.example.token:token-api:1.2.3}. */
  private static boolean isCoordinate(Subject text, int start, int end, AssignedValue.Place place) {
    if (place.quoted() || place.style() != AssignedValue.Style.COLON || place.start() != end + 1) {
      return false;
    }
    int next = text.skip(place.start(), CharClass.NAME, place.start() + LONGEST_NAME);
    return text.at(next) == ':' && text.slice(start, end).indexOf('.') > 0;
  }

  private static boolean isBareWordAllowed(
      SecretNames.Meaning meaning, String name, AssignedValue.Place place) {
    return place.style() != AssignedValue.Style.STATEMENT
        || (meaning.trust() == SecretNames.Trust.ANY_VALUE && name.length() > 6);
  }

  private static int signature(Scan scan, int at, int length) {
    Subject text = scan.text;
    if (text.at(at - 1) != '?' && text.at(at - 1) != '&' && text.at(at - 1) != ';') {
      return Rule.NOTHING;
    }
    int start = at + length;
    int end = text.skip(start, CharClass.of("A-Za-z0-9%+/=_-"));
    if (end - start < 20 && !text.cutAt(end)) {
      return Rule.NOTHING;
    }
    scan.found.add(start, end, "azure-sas-signature");
    return end;
  }

  /** The clause of SQL that sets a password. */
  private static int identifiedBy(Scan scan, int at, int length) {
    int quote = scan.text.blanks(at + length);
    AssignedValue.Place place =
        AssignedValue.Place.of(scan.text, quote, AssignedValue.Style.STATEMENT);
    AssignedValue value = AssignedValue.read(scan.text, place);
    if (!place.quoted() || !value.isSecret(SecretNames.PASSWORD)) {
      return Rule.NOTHING;
    }
    scan.found.add(value.start(), value.end(), SecretNames.PASSWORD.kind());
    return value.end();
  }

  /** Finds the operator behind a name; null where nothing is assigned. */
  private static AssignedValue.@Nullable Place place(Subject text, int start, int end) {
    boolean flag = text.at(start) == '-';
    boolean upper = isUpperCase(text, start, end);
    int i = end;
    char quote = '\0';
    if (text.at(i) == '\\' && Subject.isQuote(text.at(i + 1))) {
      i++;
    }
    if (Subject.isQuote(text.at(i))) {
      quote = text.at(i);
      i++;
    }
    if (text.at(i) == ']') {
      i++;
    } else if (text.at(i) == '[') {
      int close = text.skip(i + 1, CharClass.DIGIT, i + 8);
      i = text.at(close) == ']' ? close + 1 : i;
    }
    if (text.at(i) == '?' && text.at(i + 1) == ':') {
      i++;
    }
    int gap = i;
    i = text.skip(i, CharClass.of(" \t"), i + LONGEST_GAP);
    boolean tight = i == gap;
    AssignedValue.Style style =
        upper && tight ? AssignedValue.Style.SETTING : AssignedValue.Style.CODE;
    boolean lineBreak = text.at(i) == '\n' || text.at(i) == '\r';
    AssignedValue.Place pair = quote != '\0' || lineBreak ? pair(text, i) : null;
    if (pair != null) {
      return pair;
    }
    int after = operatorEnd(text, i, quote != '\0', start);
    if (after > 0) {
      char operator = text.at(i);
      boolean comparison = operator == '!' || (operator == '=' && text.at(i + 1) == '=');
      return valuePlace(text, after, operator, style, quote != '\0', comparison, tight);
    }
    if (quote != '\0' || tight) {
      return null;
    }
    boolean setting = text.has(start - 4, "ENV ") || BARE_SETTINGS.contains(text.slice(start, end));
    if (setting) {
      return AssignedValue.Place.of(text, i, AssignedValue.Style.SETTING);
    }
    if (flag) {
      return i - gap == 1 && text.at(i) != '-'
          ? AssignedValue.Place.of(text, i, AssignedValue.Style.FLAG)
          : null;
    }
    int typed = typeEnd(text, i);
    if (typed > 0) {
      int assign = text.blanks(typed);
      return text.at(assign) == '=' && text.at(assign + 1) != '='
          ? AssignedValue.Place.of(text, text.blanks(assign + 1), style)
          : null;
    }
    if (text.hasIgnoringCase(i, "is ")) {
      return AssignedValue.Place.of(text, text.blanks(i + 3), AssignedValue.Style.PROSE);
    }
    return text.at(i) == '\''
        ? AssignedValue.Place.of(text, i, AssignedValue.Style.STATEMENT)
        : null;
  }

  /** Returns where the operator at this place ends, or -1. */
  private static int operatorEnd(Subject text, int at, boolean quoted, int nameStart) {
    char c = text.at(at);
    char next = text.at(at + 1);
    return switch (c) {
      case '=' -> next == '>' ? at + 2 : text.skip(at, EQUALS, at + 3);
      case ':' -> {
        int colons = text.skip(at, COLONS, at + 3);
        boolean assigns = text.at(colons) == '=';
        yield assigns ? colons + 1 : colons == at + 1 ? colons : -1;
      }
      case '?', '+', '.', '!', '|', '-' ->
          next == '=' ? at + 2 : next == c && text.at(at + 2) == '=' ? at + 3 : -1;
      case '<' -> next == '-' ? at + 2 : -1;
      case '>' -> text.at(nameStart - 1) == '<' || quoted ? at + 1 : -1;
      case ',' -> {
        char value = text.at(text.blanks(at + 1));
        yield quoted && (Subject.isQuote(value) || value == '\\') ? at + 1 : -1;
      }
      default -> -1;
    };
  }

  private static AssignedValue.@Nullable Place valuePlace(
      Subject text,
      int after,
      char operator,
      AssignedValue.Style style,
      boolean quotedName,
      boolean comparison,
      boolean tightBefore) {
    int i = text.blanks(after);
    boolean tight = tightBefore && i == after;
    if (operator == ':') {
      int typed = typeEnd(text, i);
      int assign = typed < 0 ? -1 : text.blanks(typed);
      if (assign > 0 && text.at(assign) == '=') {
        i = text.blanks(assign + 1);
      }
    }
    char c = text.at(i);
    boolean block =
        operator == ':'
            && (c == '|' || c == '>')
            && text.blanks(i + (text.at(i + 1) == '-' || text.at(i + 1) == '+' ? 2 : 1))
                == text.lineEnd(i, 8);
    boolean next = operator == '>' || (quotedName && operator == ':') || operator == '=';
    if (block || (next && (c == '\n' || c == '\r'))) {
      int line = text.lineEnd(i, 8);
      int begin = line;
      while (begin < line + LONGEST_GAP && Subject.isSpace(text.at(begin)) && text.at(begin) != 0) {
        begin++;
      }
      if (!block && operator != '>' && !Subject.isQuote(text.at(begin))) {
        return null;
      }
      return AssignedValue.Place.of(text, begin, AssignedValue.Style.SETTING);
    }
    AssignedValue.Style how = style;
    if (operator == '>') {
      how = AssignedValue.Style.SETTING;
    } else if (operator == ',') {
      how = AssignedValue.Style.ARGUMENT;
    } else if (operator == ':' && !quotedName) {
      how = AssignedValue.Style.COLON;
    } else if (operator == '=' && tight && how == AssignedValue.Style.CODE) {
      how = AssignedValue.Style.TIGHT;
    }
    AssignedValue.Place place = AssignedValue.Place.of(text, i, how);
    return comparison && !place.quoted() ? null : place;
  }

  /** {@code name: X, value: Y}: the name's value is the next entry. */
  private static AssignedValue.@Nullable Place pair(Subject text, int at) {
    int i = at;
    int limit = at + LONGEST_GAP;
    while (i < limit
        && (text.at(i) == ','
            || text.at(i) == '/'
            || text.at(i) == '>'
            || text.at(i) == '<'
            || text.at(i) == '\\'
            || Subject.isQuote(text.at(i))
            || (Subject.isSpace(text.at(i)) && text.at(i) != 0))) {
      i++;
    }
    if (!text.hasIgnoringCase(i, "value")) {
      return null;
    }
    i += 5;
    if (text.at(i) == '\\') {
      i++;
    }
    if (Subject.isQuote(text.at(i))) {
      i++;
    }
    i = text.blanks(i);
    if (text.at(i) != ':' && text.at(i) != '=' && text.at(i) != '>') {
      return null;
    }
    return AssignedValue.Place.of(text, text.blanks(i + 1), AssignedValue.Style.SETTING);
  }

  private static int typeEnd(Subject text, int at) {
    int end = at;
    while (end < at + 20 && !Subject.isSpace(text.at(end)) && text.at(end) != '=') {
      end++;
    }
    if (!TYPES.contains(Subject.lower(text.slice(at, end)))) {
      return -1;
    }
    return text.has(at, "&'static ") ? text.skip(end + 1, CharClass.of("a-z"), end + 8) : end;
  }

  private static boolean isUpperCase(Subject text, int start, int end) {
    boolean letter = false;
    for (int i = start; i < end; i++) {
      char c = text.at(i);
      if (c >= 'a' && c <= 'z') {
        return false;
      }
      letter |= c >= 'A' && c <= 'Z';
    }
    return letter;
  }
}
