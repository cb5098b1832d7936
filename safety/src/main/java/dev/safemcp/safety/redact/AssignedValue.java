package dev.safemcp.safety.redact;

/**
 * The value that a name is given: how far it goes, and whether it is a secret.
 *
 * @param text the text
 * @param place where it begins and how it is written
 * @param start its first character, behind its quote
 * @param end the character after it, before its quote
 */
record AssignedValue(Subject text, Place place, int start, int end) {
  /** How much is looked at to reject a value; a longer one is taken as it is. */
  private static final int LOOK = Placeholders.LOOK;

  private static final int SHORTEST_RANDOM = 8;
  private static final CharClass REFERENCE = CharClass.of("A-Za-z_$.");

  /** How an assignment is written, which says whether a bare word may be a value or a variable. */
  enum Style {
    /** {@code NAME=value}, an element, a block: what stands there is the value. */
    SETTING,
    /** {@code name=value} without blanks. */
    TIGHT,
    /** {@code name: value}. */
    COLON,
    /** {@code name = value}: a setting or a line of a program. */
    CODE,
    /** {@code --name value}. */
    FLAG,
    /** {@code put("name", "value")}: also how a list of names is written. */
    ARGUMENT,
    /** {@code PASSWORD 'value'}. */
    STATEMENT,
    /** {@code the password is value}. */
    PROSE
  }

  /**
   * Where a value begins.
   *
   * @param start its first character, behind the quote where there is one
   * @param quote the quote, or NUL
   * @param escaped whether the quote is written with a backslash
   * @param style how the assignment is written
   */
  record Place(int start, char quote, boolean escaped, Style style) {
    static Place of(Subject text, int at, Style style) {
      int i = at;
      // Prefixes of literals: Python's b"", C#'s @"", C++'s L"".
      if (CharClass.of("bBrRuUfLN@").has(text.at(i)) && Subject.isQuote(text.at(i + 1))) {
        i++;
      }
      boolean escaped = false;
      while (text.at(i) == '\\' && i < at + 4) {
        escaped = true;
        i++;
      }
      char c = text.at(i);
      if (!Subject.isQuote(c)) {
        return new Place(at, '\0', false, style);
      }
      boolean triple = text.at(i + 1) == c && text.at(i + 2) == c;
      return new Place(i + (triple ? 3 : 1), c, escaped, style);
    }

    boolean quoted() {
      return quote != '\0';
    }

    boolean afterSpace() {
      return style == Style.STATEMENT || style == Style.FLAG || style == Style.PROSE;
    }
  }

  static AssignedValue read(Subject text, Place place) {
    int end = place.quoted() ? quotedEnd(text, place) : bareEnd(text, place.start());
    return new AssignedValue(text, place, place.start(), end);
  }

  private static int quotedEnd(Subject text, Place place) {
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
    return name > i && (text.at(name) == '=' || text.at(name) == ':');
  }

  private static boolean isClosing(char c) {
    return c == ')' || c == ']' || c == '}' || c == ',' || c == ';';
  }

  private static boolean opens(Subject text, int start, int end, char closing) {
    char opening = closing == ')' ? '(' : closing == ']' ? '[' : closing == '}' ? '{' : '\0';
    if (opening == '\0') {
      return false;
    }
    for (int i = end - 1; i >= Math.max(start, end - LOOK); i--) {
      if (text.at(i) == opening) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a name of this meaning makes the value a secret. */
  boolean isSecret(SecretNames.Meaning meaning) {
    if (end - start > LOOK) {
      return !text.has(start, "-----BEGIN") && !text.has(start, "data:");
    }
    String value = text.slice(start, end);
    if (text.has(start, "-----BEGIN") || Placeholders.isPlaceholder(value) || namesASecret(value)) {
      return false;
    }
    if (text.cutAt(end)) {
      return true;
    }
    if (value.contains("://")
        || value.startsWith("arn:")
        || value.startsWith("sha512-")
        || value.startsWith("sha256-")
        || value.startsWith("sha256:")
        || value.startsWith("sha384-")
        || value.startsWith("data:")
        || isPath(value)) {
      return false;
    }
    if (!place.quoted() && isCode(value, meaning)) {
      return false;
    }
    return switch (meaning.trust()) {
      case ANY_VALUE -> isPassword(value);
      case SETTING ->
          isRandom(value)
              || (value.length() >= 6
                  && !hasSpace(value)
                  && (place.style() == Style.SETTING || place.style() == Style.FLAG)
                  && hasLetter(value));
      case RANDOM_VALUE -> isRandom(value);
    };
  }

  private boolean isPassword(String value) {
    if (place.quoted()) {
      boolean name = place.style() == Style.ARGUMENT && isAllLetters(value);
      return !name && !isPhrase(value) && !followsClosingQuote(value);
    }
    if (value.length() < 3 && !hasLetter(value)) {
      return false;
    }
    boolean word = isAllLetters(value);
    return switch (place.style()) {
      case SETTING, STATEMENT, ARGUMENT -> true;
      case PROSE -> value.length() >= 6 && hasDigit(value) && hasLetter(value);
      case FLAG -> !isAllUpper(value) && !isProseWord(value);
      case COLON -> !word || !aWordFollows();
      case TIGHT -> !word || (text.at(end) != ',' && text.at(end) != ')' && text.at(end) != ';');
      case CODE ->
          word ? isLineEnd() && value.length() >= 4 : value.length() >= 4 || hasLetter(value);
    };
  }

  /** A token is long enough and no word: digits among letters, or cases without order. */
  private static boolean isRandom(String value) {
    int length = value.length();
    if (length < SHORTEST_RANDOM || hasSpace(value)) {
      return false;
    }
    int digits = 0;
    int letters = 0;
    int changes = 0;
    int joints = 0;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      digits += c >= '0' && c <= '9' ? 1 : 0;
      letters += CharClass.ALNUM.has(c) && (c < '0' || c > '9') ? 1 : 0;
      joints += c == '-' || c == '_' || c == '.' || c == '/' || c == ':' ? 1 : 0;
      if (i > 0 && sort(c) != sort(value.charAt(i - 1))) {
        changes++;
      }
    }
    if (digits + letters + joints < length * 3 / 4) {
      return false;
    }
    if (letters == 0) {
      return digits >= 12;
    }
    if (digits == 0) {
      return length >= 16 && changes * 5 >= length * 2 && joints == 0;
    }
    if (length >= 14) {
      return changes >= 2 || digits >= 4;
    }
    return (digits >= 2 && changes >= 2) || changes >= 4;
  }

  /** Sorts of characters; a lower-case letter after a capital is no change, as in names. */
  private static int sort(char c) {
    if (c >= '0' && c <= '9') {
      return 0;
    }
    return c >= 'A' && c <= 'Z' ? 1 : 2;
  }

  /** An expression of a program: a call, an index, a member, an operator. */
  private boolean isCode(String value, SecretNames.Meaning meaning) {
    if (place.style() == Style.SETTING) {
      return false;
    }
    char next = text.at(end);
    if (value.indexOf('(') >= 0 || next == '(' || value.startsWith("->") || value.contains("::")) {
      return true;
    }
    int bracket = value.indexOf('[');
    if (bracket > 0
        && (isAllLetters(value.substring(0, bracket)) || isMember(value.substring(0, bracket)))) {
      return true;
    }
    boolean plain = meaning.trust() == SecretNames.Trust.ANY_VALUE && hasDigit(value);
    return (!plain && isMember(value))
        || value.startsWith("&")
        || value.startsWith(":")
        || value.startsWith("=")
        || value.equals("{");
  }

  /** {@code config.password}, {@code this->secret2}: names joined by dots or arrows. */
  private static boolean isMember(String value) {
    String dotted = value.replace("->", ".").replace("?.", ".");
    if (dotted.indexOf('.') <= 0) {
      return false;
    }
    boolean begins = true;
    int part = 0;
    for (int i = 0; i < dotted.length(); i++) {
      char c = dotted.charAt(i);
      if (c == '.') {
        if (begins) {
          return false;
        }
        begins = true;
        part = 0;
        continue;
      }
      boolean letter = REFERENCE.has(c);
      if (begins ? !letter : !letter && !CharClass.DIGIT.has(c)) {
        return false;
      }
      begins = false;
      part++;
      if (part > 32) {
        return false;
      }
    }
    return !begins;
  }

  /** The value is itself a name of secrets: {@code password = userPassword}. */
  private static boolean namesASecret(String value) {
    if (value.length() > 64 || hasDigit(value)) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!CharClass.NAME.has(c) && c != '$' && c != ' ' && c != ':' && c != '>' && c != '*') {
        return false;
      }
    }
    String lower = Subject.lower(value);
    return lower.contains("password")
        || lower.contains("passwd")
        || lower.contains("passphrase")
        || lower.contains("secret")
        || lower.contains("token")
        || lower.contains("api-key")
        || lower.contains("api_key")
        || lower.contains("apikey")
        || lower.contains("credential")
        || lower.equals("pass")
        || lower.equals("pwd")
        || lower.endsWith("_pass")
        || lower.endsWith(".pass")
        || lower.endsWith("_key")
        || lower.endsWith("-key")
        || lower.startsWith("auth");
  }

  private static boolean isPath(String value) {
    if (value.startsWith("./") || value.startsWith("../") || value.startsWith("~/")) {
      return true;
    }
    if (value.charAt(0) != '/') {
      return false;
    }
    int slashes = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      slashes += c == '/' ? 1 : 0;
      if (c == '+' || c == '=' || c == '$' || c == '!') {
        return false;
      }
    }
    return (slashes >= 2 && value.length() / slashes <= 16 && !hasDigit(value))
        || value.startsWith("/etc/")
        || value.startsWith("/run/")
        || value.startsWith("/var/")
        || value.startsWith("/home/")
        || value.startsWith("/usr/")
        || value.startsWith("/tmp/")
        || value.startsWith("/opt/");
  }

  /** Three words and more, all of letters: a sentence on a password, not one. */
  private static boolean isPhrase(String value) {
    int spaces = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      spaces += c == ' ' ? 1 : 0;
      if (c >= '0' && c <= '9') {
        return false;
      }
    }
    return spaces >= 2 || (spaces == 1 && value.endsWith(":")) || value.endsWith(": ");
  }

  /** The quote closed a string that ends with a name, as in {@code print("password: ", x)}. */
  private static boolean followsClosingQuote(String value) {
    return value.startsWith(" +")
        || value.startsWith("+ ")
        || value.startsWith(",")
        || value.startsWith(");");
  }

  private boolean aWordFollows() {
    int next = text.blanks(end);
    return next > end && next - end <= 2 && Character.isLetter(text.at(next));
  }

  private boolean isLineEnd() {
    int next = text.blanks(end);
    char c = text.at(next);
    return c == '\n' || c == '\r' || c == '\0' || c == '#';
  }

  private static boolean isProseWord(String value) {
    return switch (Subject.lower(value)) {
      case "to",
          "is",
          "or",
          "and",
          "argument",
          "parameter",
          "the",
          "for",
          "with",
          "from",
          "as",
          "in",
          "if",
          "when",
          "not",
          "must",
          "file",
          "switch",
          "flag",
          "option",
          "options",
          "a",
          "an",
          "was",
          "will",
          "can",
          "should",
          "has",
          "which",
          "that",
          "instead",
          "on",
          "may",
          "are" ->
          true;
      default -> false;
    };
  }

  private static boolean isAllUpper(String value) {
    return value.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || c == '_' || c == '-');
  }

  private static boolean isAllLetters(String value) {
    return value.chars().allMatch(c -> Character.isLetter(c) || c == '_' || c == '$' || c == '-');
  }

  private static boolean hasSpace(String value) {
    return value.indexOf(' ') >= 0 || value.indexOf('\t') >= 0;
  }

  private static boolean hasDigit(String value) {
    return value.chars().anyMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean hasLetter(String value) {
    return value.chars().anyMatch(Character::isLetter);
  }
}
