package dev.safemcp.safety.redact;

/** How far an assigned value goes. */
final class ValueExtent {
  private ValueExtent() {}

  /** Returns the character after the value that begins at this place, before its quote. */
  static int end(Subject text, ValuePlace place) {
    return place.quoted() ? quotedEnd(text, place) : bareEnd(text, place.start());
  }

  private static int quotedEnd(Subject text, ValuePlace place) {
    int i = place.start();
    while (i < text.length()) {
      char c = text.at(i);
      if (c == '\n' || c == '\r') {
        return i;
      }
      if (c == '\\') {
        if (place.escaped() && text.at(i + 1) == place.quote()) {
          return i;
        }
        i += text.at(i + 1) == '\n' ? 1 : 2;
        continue;
      }
      if (c == place.quote()) {
        return i;
      }
      i++;
    }
    return Math.min(i, text.length());
  }

  private static int bareEnd(Subject text, int start) {
    int i = start;
    while (i < text.length()) {
      char c = text.at(i);
      if (c <= ' ') {
        break;
      }
      if (Subject.isQuote(c) && !CharClass.ALNUM.has(text.at(i + 1))) {
        break;
      }
      if (c == ']' && text.has(i, "]]>")) {
        break;
      }
      if (c == '<' && i > start && (text.at(i + 1) == '/' || text.at(i + 1) == '!')) {
        break;
      }
      if ((c == ';' || c == ',' || c == '&' || c == '|')
          && i > start
          && anotherFollows(text, i + 1)) {
        break;
      }
      if (c == '\\' && i > start && isEscape(text.at(i + 1)) && anotherFollows(text, i + 2)) {
        break;
      }
      if (c == '\\' && text.at(i + 1) == '"') {
        break;
      }
      i++;
    }
    if (text.at(i - 1) == ':' && text.at(i - 2) == ')') {
      i--;
    }
    while (i > start && isClosing(text.at(i - 1)) && !opens(text, start, i, text.at(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean isEscape(char c) {
    return c == 'n' || c == 'r' || c == 't';
  }

  /** Returns whether a separator ends the value: nothing, or another name and its operator. */
  private static boolean anotherFollows(Subject text, int at) {
    int i = at;
    if (text.has(i, "amp;")) {
      i += 4;
    }
    char c = text.at(i);
    if (Subject.isSpace(c) || Subject.isQuote(c) || c == '\\' || c == '}' || c == ')' || c == ']') {
      return true;
    }
    int name = text.skip(i, CharClass.NAME, i + 48);
    return name > i && isOperator(text.at(name));
  }

  private static boolean isOperator(char c) {
    return c == '=' || c == ':' || c == '<' || c == '>';
  }

  private static boolean isClosing(char c) {
    return c == ')' || c == ']' || c == '}' || c == ',' || c == ';';
  }

  private static boolean opens(Subject text, int start, int end, char closing) {
    char opening = closing == ')' ? '(' : closing == ']' ? '[' : closing == '}' ? '{' : '\0';
    if (opening == '\0') {
      return false;
    }
    for (int i = end - 1; i >= Math.max(start, end - Placeholders.LOOK); i--) {
      if (text.at(i) == opening) {
        return true;
      }
    }
    return false;
  }
}
