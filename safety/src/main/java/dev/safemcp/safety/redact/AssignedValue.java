package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.SecretNames.Meaning;
import dev.safemcp.safety.redact.SecretNames.Trust;
import dev.safemcp.safety.redact.ValuePlace.Style;

/**
 * The value that a name is given, and whether it is a secret.
 *
 * <p>Decides with {@link References} (says where a secret is), {@link Prose} (speaks of one) and
 * {@link Randomness} (was made by a machine).
 *
 * @param text the text
 * @param place where it begins and how it is written
 * @param start its first character, behind its quote
 * @param end the character after it, before its quote
 */
record AssignedValue(Subject text, ValuePlace place, int start, int end) {
  /** How much is looked at to reject a value; a longer one is taken as it is. */
  private static final int LOOK = Placeholders.LOOK;

  static AssignedValue read(Subject text, ValuePlace place) {
    return new AssignedValue(text, place, place.start(), ValueExtent.end(text, place));
  }

  /** Returns whether what begins here is data of another kind, however far it goes. */
  static boolean isNever(Subject text, ValuePlace place) {
    // A key in armour is for PrivateKeys, which keeps its lines.
    return text.has(place.start(), "-----BEGIN") || text.has(place.start(), "data:");
  }

  /** Returns whether a name of this meaning makes the value a secret. */
  boolean isSecret(Meaning meaning) {
    if (end - start > LOOK) {
      return true;
    }
    String value = text.slice(start, end);
    if (Placeholders.isPlaceholder(value) || isName(value, meaning)) {
      return false;
    }
    if (text.cutAt(end)) {
      return true;
    }
    if (References.isReference(value)
        || (place.quoted() && Prose.isForeign(value))
        || (!place.quoted() && isCode(value, meaning))) {
      return false;
    }
    return switch (meaning.trust()) {
      case ANY_VALUE -> isPassword(value);
      case SETTING -> isRandom(value) || isGiven(value);
      case RANDOM_VALUE -> isRandom(value) || isHeader(value);
    };
  }

  /** The value names a secret; in the environment such a word is one that a person chose. */
  private boolean isName(String value, Meaning meaning) {
    boolean chosen =
        meaning.trust() == Trust.ANY_VALUE
            && place.style() == Style.SETTING
            && text.at(start - 1) == '='
            && Prose.isAllLetters(value);
    return !chosen && References.namesASecret(value);
  }

  private boolean isRandom(String value) {
    boolean setting = place.style() == Style.SETTING && !place.quoted();
    return Randomness.isRandom(value)
        || (isStated() && Randomness.mixesDigits(value))
        || (setting && Randomness.isLongWord(value));
  }

  /** The place says that a value is meant, not a variable of a program. */
  private boolean isStated() {
    return switch (place.style()) {
      case SETTING, HEADER, FLAG -> true;
      case TIGHT -> place.quoted() || !isArgument();
      case CODE -> place.quoted() || isLineEnd();
      case COLON, STATEMENT, PROSE -> place.quoted();
      case ARGUMENT -> false;
    };
  }

  /** A word that is set, not one that a program names. */
  private boolean isGiven(String value) {
    boolean words = Prose.hasSpace(value) && (!place.quoted() || Prose.isSentence(value));
    if (value.length() < 6 || words || !Prose.hasLetter(value)) {
      return false;
    }
    return switch (place.style()) {
      case SETTING, FLAG, HEADER -> true;
      case TIGHT -> !place.quoted() && !isArgument();
      case COLON, CODE, ARGUMENT, STATEMENT, PROSE -> false;
    };
  }

  /** The whole rest of a line, as the fields of a message have it. */
  private boolean isHeader(String value) {
    return place.style() == Style.HEADER
        && value.length() >= 6
        && !Prose.hasSpace(value)
        && (isLineEnd() || Subject.isQuote(text.at(end)));
  }

  private boolean isPassword(String value) {
    if (place.quote() == '`' && Prose.hasSpace(value)) {
      return false; // a command of a shell
    }
    if (place.quoted()) {
      boolean tooShort = place.style() == Style.PROSE && value.length() < 4;
      boolean name = place.style() == Style.ARGUMENT && Prose.isLabel(value);
      return !tooShort && !name && !Prose.isSentence(value) && !Prose.followsClosingQuote(value);
    }
    if (value.length() < 3 && !Prose.hasLetter(value)) {
      return false;
    }
    boolean word = Prose.isAllLetters(value) || Prose.isSmallNumber(value);
    return switch (place.style()) {
      case SETTING, STATEMENT, ARGUMENT -> true;
      case PROSE -> value.length() >= 6 && Prose.hasDigit(value) && Prose.hasLetter(value);
      case FLAG ->
          !Prose.isAllUpper(value)
              && !Prose.isProseWord(value)
              && !value.startsWith("\\u")
              && (!word || value.length() >= 4);
      case COLON, HEADER -> !word || !(isGlued() || isType(value) || aWordFollows());
      case TIGHT -> !word || !isArgument();
      case CODE ->
          word ? isLineEnd() && value.length() >= 4 : value.length() >= 4 || Prose.hasLetter(value);
    };
  }

  /** An expression of a program: a call, an index, a member, an operator. */
  private boolean isCode(String value, Meaning meaning) {
    if (place.style() == Style.SETTING || place.style() == Style.HEADER) {
      return false;
    }
    char next = text.at(end);
    if (value.indexOf('(') >= 0 || next == '(' || value.startsWith("->") || value.contains("::")) {
      return true;
    }
    int bracket = value.indexOf('[');
    if (bracket > 0) {
      String indexed = value.substring(0, bracket);
      if (Prose.isAllLetters(indexed) || References.isMember(indexed)) {
        return true;
      }
    }
    boolean plain = meaning.trust() == Trust.ANY_VALUE && Prose.hasDigit(value);
    return (!plain && References.isMember(value))
        || value.startsWith("&")
        || value.startsWith(":")
        || value.startsWith("=")
        || value.startsWith("{")
        || value.endsWith("{")
        || value.contains("?.")
        || value.contains("??")
        || (value.indexOf('}') >= 0 && value.indexOf('{') < 0);
  }

  private boolean aWordFollows() {
    int next = text.blanks(end);
    return next > end && next - end <= 2 && Character.isLetter(text.at(next));
  }

  /** {@code password:x}: without a blank a word is a part of a list or an object. */
  private boolean isGlued() {
    return text.at(start - 1) == ':';
  }

  /** {@code password: BinaryLike,}: declared in a program. */
  private boolean isType(String value) {
    char first = value.charAt(0);
    char next = text.at(text.blanks(end));
    boolean ends = next == ',' || next == ')' || next == ';' || next == '=' || next == '|';
    return first >= 'A' && first <= 'Z' && !Prose.isAllUpper(value) && ends;
  }

  /** {@code f(password=other, ...)}: the word is a variable. */
  private boolean isArgument() {
    char next = text.at(end);
    return next == ',' || next == ')' || next == ';';
  }

  private boolean isLineEnd() {
    int next = text.blanks(end);
    char c = text.at(next);
    return c == '\n' || c == '\r' || c == '\0' || c == '#';
  }
}
