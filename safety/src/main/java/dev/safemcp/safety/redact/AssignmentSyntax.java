package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.ValuePlace.Style;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What may stand between a name and its value: the operators of settings and of programs, types,
 * tags, line breaks, and the words of shells that take a name and a value.
 */
final class AssignmentSyntax {
  private static final int GAP = 64;
  private static final int ATTRIBUTES = 160;
  private static final CharClass BACKSLASH = CharClass.of("\\");
  private static final CharClass EQUALS = CharClass.of("=");
  private static final CharClass COLONS = CharClass.of(":");

  /** Names in settings that are written without an operator: LDAP's, Redis's. */
  private static final Set<String> BARE_SETTINGS =
      Set.of("bindpw", "rootpw", "requirepass", "masterauth");

  /** What stands before a name and its value with blanks alone between them. */
  private static final List<String> SETTERS =
      List.of(
          "env ",
          "setx ",
          "setenv ",
          "set -x ",
          "set -gx ",
          "set -ux ",
          "config set ",
          "configure set ",
          "secret set ",
          "secrets set ",
          "/:");

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

  private AssignmentSyntax() {}

  /** Finds where the value of the name begins; null where nothing is assigned. */
  static @Nullable ValuePlace valueOf(Subject text, int start, int end) {
    int i = end;
    char quote = '\0';
    int escaped = text.skip(i, BACKSLASH, i + 8);
    if (Subject.isQuote(text.at(escaped))) {
      i = escaped;
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
    i = text.skip(i, CharClass.of(" \t"), i + GAP);
    boolean tight = i == gap;
    boolean lineBreak = text.at(i) == '\n' || text.at(i) == '\r';
    if (quote != '\0' || lineBreak || text.at(i) == '<') {
      ValuePlace entry = NamedEntries.valueAfter(text, i);
      if (entry != null) {
        return entry;
      }
    }
    int after = operatorEnd(text, i, quote != '\0', start);
    if (after > 0) {
      return behindOperator(text, start, end, i, after, quote != '\0', tight);
    }
    if (quote == '\0' && text.at(i) == '(' && Subject.isQuote(text.at(i + 1))) {
      return ValuePlace.of(text, i + 1, Style.ARGUMENT);
    }
    return quote != '\0' || tight ? null : behindBlanks(text, start, end, i, gap);
  }

  private static @Nullable ValuePlace behindBlanks(
      Subject text, int start, int end, int at, int gap) {
    if (isTag(text, start)) {
      return behindAttributes(text, at);
    }
    if (isSetter(text, start, end)) {
      return ValuePlace.of(text, at, Style.SETTING);
    }
    if (text.at(start) == '-') {
      return at - gap == 1 && text.at(at) != '-' ? ValuePlace.of(text, at, Style.FLAG) : null;
    }
    int typed = typeEnd(text, at);
    if (typed > 0) {
      int assign = text.blanks(typed);
      return text.at(assign) == '=' && text.at(assign + 1) != '='
          ? ValuePlace.of(text, text.blanks(assign + 1), style(text, start, end, false))
          : null;
    }
    if (text.hasIgnoringCase(at, "is ")) {
      return ValuePlace.of(text, text.blanks(at + 3), Style.PROSE);
    }
    if (text.hasIgnoringCase(start - 5, "with ") || text.hasIgnoringCase(start - 6, "using ")) {
      return ValuePlace.of(text, at, Style.PROSE);
    }
    boolean separated = isDotted(text, start, end) || text.at(gap) == '\t';
    boolean property = separated && isLine(text, start, at);
    return text.at(at) == '\'' || property ? ValuePlace.of(text, at, Style.STATEMENT) : null;
  }

  /** {@code <name type="x">value</name>}. */
  private static @Nullable ValuePlace behindAttributes(Subject text, int at) {
    for (int i = at; i < at + ATTRIBUTES; i++) {
      char c = text.at(i);
      if (c == '>') {
        return text.at(i - 1) == '/' ? null : inElement(text, i + 1, false);
      }
      if (c == '<' || c == '\n' || c == '\0') {
        return null;
      }
    }
    return null;
  }

  private static boolean isSetter(Subject text, int start, int end) {
    for (String setter : SETTERS) {
      if (text.hasIgnoringCase(start - setter.length(), setter)) {
        return true;
      }
    }
    return BARE_SETTINGS.contains(text.slice(start, end));
  }

  /** A name and one word with a digit, and nothing else on the line. */
  private static boolean isLine(Subject text, int start, int value) {
    int end = text.lineEnd(value, GAP);
    boolean digit = false;
    for (int i = value; i < end; i++) {
      digit |= CharClass.DIGIT.has(text.at(i));
      if (Subject.isSpace(text.at(i))) {
        return false;
      }
    }
    return digit && isLineStart(text, start);
  }

  private static boolean isLineStart(Subject text, int start) {
    int i = start;
    while (i > start - GAP && (text.at(i - 1) == ' ' || text.at(i - 1) == '\t')) {
      i--;
    }
    return text.at(i - 1) == '\n' || i == 0;
  }

  private static boolean isDotted(Subject text, int start, int end) {
    return text.skip(start, CharClass.WORD, end) < end
        && text.skip(start, CharClass.of("A-Za-z0-9_."), end) == end;
  }

  /** Returns where the operator at this place ends, or -1. */
  private static int operatorEnd(Subject text, int at, boolean quoted, int nameStart) {
    char c = text.at(at);
    char next = text.at(at + 1);
    return switch (c) {
      case '=' -> next == '>' ? at + 2 : text.skip(at, EQUALS, at + 3);
      case ':' -> {
        if (isTernary(text, nameStart)) {
          yield -1;
        }
        int colons = text.skip(at, COLONS, at + 3);
        boolean assigns = text.at(colons) == '=';
        yield assigns ? colons + 1 : colons == at + 1 ? colons : -1;
      }
      case '?', '+', '.', '!', '|', '-' ->
          isCell(text, at, nameStart)
              ? at + 1
              : next == '=' ? at + 2 : next == c && text.at(at + 2) == '=' ? at + 3 : -1;
      case '<' -> next == '-' ? at + 2 : -1;
      case '>' -> quoted || isTag(text, nameStart) ? at + 1 : -1;
      case ',' -> {
        char value = text.at(text.blanks(at + 1));
        yield quoted
                && beginsArguments(text, nameStart)
                && (Subject.isQuote(value) || value == '\\')
            ? at + 1
            : -1;
      }
      default -> -1;
    };
  }

  /** {@code | name | value |}: a row of a table. */
  private static boolean isCell(Subject text, int at, int nameStart) {
    return text.at(at) == '|' && text.at(at + 1) == ' ' && text.at(nameStart - 2) == '|';
  }

  /** {@code condition ? name : other}. */
  private static boolean isTernary(Subject text, int nameStart) {
    int i = Subject.isQuote(text.at(nameStart - 1)) ? nameStart - 1 : nameStart;
    return text.at(i - 1) == ' ' && text.at(i - 2) == '?';
  }

  /** A whole string that is the first of its list; a flag may stand anywhere. */
  private static boolean beginsArguments(Subject text, int nameStart) {
    int i = nameStart - 1;
    if (!Subject.isQuote(text.at(i))) {
      return false;
    }
    if (text.at(i - 1) == '\\') {
      i--;
    }
    i = text.skipBack(i, CharClass.of(" \t\n\r"), i - GAP);
    char before = text.at(i - 1);
    boolean row = i == 0 || text.at(nameStart - 2) == '\n';
    return row || before == '(' || before == '[' || before == '{' || text.at(nameStart) == '-';
  }

  /** The name is that of an element, with or without a prefix. */
  private static boolean isTag(Subject text, int nameStart) {
    int i = nameStart;
    if (text.at(i - 1) == ':') {
      i = text.skipBack(i - 1, CharClass.NAME, i - 1 - GAP);
    }
    return text.at(i - 1) == '<';
  }

  private static @Nullable ValuePlace behindOperator(
      Subject text,
      int start,
      int end,
      int operatorAt,
      int after,
      boolean quotedName,
      boolean tightBefore) {
    char operator = text.at(operatorAt);
    int i = text.blanks(after);
    boolean tight = tightBefore && i == after;
    if (operator == ':') {
      int typed = typeEnd(text, i);
      int assign = typed < 0 ? -1 : text.blanks(typed);
      if (assign > 0 && text.at(assign) == '=') {
        i = text.blanks(assign + 1);
      }
    }
    i = behindLookup(text, i);
    char c = text.at(i);
    boolean block = operator == ':' && (c == '|' || c == '>') && isBlockHead(text, i);
    boolean next = (quotedName && operator == ':') || operator == '=';
    if (block || (next && (c == '\n' || c == '\r'))) {
      return onNextLine(text, i, block);
    }
    if (operator == '>') {
      return inElement(text, after, quotedName);
    }
    if (operator == '=' && c == '{' && text.at(start - 1) == ';') {
      return new ValuePlace(i + 1, '}', false, Style.SETTING); // ODBC's quotes
    }
    ValuePlace place =
        ValuePlace.of(text, i, style(text, start, end, operator, quotedName, tightBefore, tight));
    boolean comparison = operator == '!' || (operator == '=' && text.at(operatorAt + 1) == '=');
    return comparison && !place.quoted() ? null : place;
  }

  private static Style style(
      Subject text,
      int start,
      int end,
      char operator,
      boolean quotedName,
      boolean tightBefore,
      boolean tight) {
    Style style = style(text, start, end, tightBefore);
    return switch (operator) {
      case ',', '|' -> Style.ARGUMENT;
      case ':' -> quotedName ? style : isField(text, start, end) ? Style.HEADER : Style.COLON;
      case '=' -> tight && style == Style.CODE ? Style.TIGHT : style;
      default -> style;
    };
  }

  /** Capitals and no blank: the environment's way of writing. */
  private static Style style(Subject text, int start, int end, boolean tight) {
    return tight && isUpperCase(text, start, end) ? Style.SETTING : Style.CODE;
  }

  /** A field of HTTP: {@code X-Api-Key}, {@code Private-Token}, or one that begins with x. */
  private static boolean isField(Subject text, int start, int end) {
    char first = text.at(start);
    boolean capital = first >= 'A' && first <= 'Z';
    return (capital || text.has(start, "x-"))
        && text.at(text.skip(start, CharClass.ALNUM, end)) == '-'
        && text.at(end) == ':';
  }

  /** The sign of a block in YAML, with nothing behind it on its line. */
  private static boolean isBlockHead(Subject text, int at) {
    int i = text.skip(at + 1, CharClass.of("0-9+-"), at + 3);
    return text.blanks(i) == text.lineEnd(at, 8);
  }

  /** {@code env('NAME', 'value')}: returns where the default begins, or the place itself. */
  private static int behindLookup(Subject text, int at) {
    if (!text.has(at, "env(") && !text.has(at, "getenv(")) {
      return at;
    }
    int i = at;
    while (i < at + GAP && text.at(i) != ',' && text.at(i) != ')' && text.at(i) != '\n') {
      i++;
    }
    int value = text.blanks(i + 1);
    return text.at(i) == ',' && Subject.isQuote(text.at(value)) ? value : at;
  }

  /** What an element holds: close behind its tag, or with blanks and breaks on both sides. */
  private static @Nullable ValuePlace inElement(Subject text, int at, boolean quotedName) {
    int i = at;
    while (i < at + GAP && Subject.isSpace(text.at(i)) && text.at(i) != 0) {
      i++;
    }
    if (text.has(i, "<![CDATA[")) {
      return new ValuePlace(i + "<![CDATA[".length(), '\0', false, Style.SETTING);
    }
    char first = text.at(i);
    if (first == '<' || first == '@' || (Subject.isQuote(first) && !quotedName)) {
      return null;
    }
    if (i > at) {
      int end = i;
      while (end < i + Placeholders.LOOK && !Subject.isSpace(text.at(end)) && text.at(end) != '<') {
        end++;
      }
      int close = end;
      while (close < end + GAP && Subject.isSpace(text.at(close)) && text.at(close) != 0) {
        close++;
      }
      if (!text.has(close, "</") && !text.cutAt(close)) {
        return null;
      }
    }
    return ValuePlace.of(text, i, Style.SETTING);
  }

  private static @Nullable ValuePlace onNextLine(Subject text, int at, boolean bareToo) {
    int line = text.lineEnd(at, 8);
    int begin = line;
    while (begin < line + GAP && Subject.isSpace(text.at(begin)) && text.at(begin) != 0) {
      begin++;
    }
    if (!bareToo && !Subject.isQuote(text.at(begin))) {
      return null;
    }
    return ValuePlace.of(text, begin, Style.SETTING);
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
