package dev.safemcp.safety.redact;

import java.util.Set;

/** Tells sentences and words about secrets from secrets. */
final class Prose {
  /** What no sentence has. */
  private static final CharClass SYMBOLS = CharClass.of("\"#$&*+=@[]\\^_`|~");

  private static final Set<String> PROSE_WORDS =
      Set.of(
          "a",
          "an",
          "and",
          "are",
          "argument",
          "as",
          "at",
          "be",
          "been",
          "by",
          "can",
          "cannot",
          "could",
          "do",
          "does",
          "don't",
          "file",
          "flag",
          "for",
          "from",
          "has",
          "have",
          "here",
          "if",
          "in",
          "instead",
          "is",
          "it",
          "its",
          "may",
          "must",
          "no",
          "not",
          "of",
          "on",
          "option",
          "options",
          "or",
          "parameter",
          "please",
          "should",
          "switch",
          "that",
          "the",
          "their",
          "this",
          "to",
          "too",
          "was",
          "were",
          "when",
          "which",
          "will",
          "with",
          "you",
          "your");

  private Prose() {}

  /**
   * A sentence or a label on a password, not one.
   *
   * <p>A passphrase has words too: small ones alone, none of those that sentences need.
   */
  static boolean isSentence(String value) {
    if (value.endsWith(": ") || !hasSpace(value.strip())) {
      return value.endsWith(": ");
    }
    if (value.chars().anyMatch(c -> SYMBOLS.has((char) c))) {
      return false;
    }
    String[] words = value.strip().split("\\s+", 32);
    boolean small = true;
    boolean digit = false;
    for (String word : words) {
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        digit |= CharClass.DIGIT.has(c);
        small &= c >= 'a' && c <= 'z';
      }
      if (hasDigit(word) && hasLetter(word)) {
        return false;
      }
      small &= word.length() >= 3;
      if (isProseWord(word)) {
        return true;
      }
    }
    boolean passphrase = digit || (small && words.length >= 4);
    return !passphrase && (words.length >= 3 || value.endsWith(":"));
  }

  /** Letters and what stands between words, no digit: the name or the text of something. */
  static boolean isLabel(String value) {
    return isAllLetters(withoutEscapes(value).replace(' ', '_').replace('.', '_'));
  }

  /** A constant of a program rather than a number that somebody chose. */
  static boolean isSmallNumber(String value) {
    return value.length() <= 4 && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Leaves out <code>\&#117;00e9</code> and places to fill in, such as <code>{0}</code>. */
  private static String withoutEscapes(String value) {
    if (value.indexOf('\\') < 0 && value.indexOf('{') < 0) {
      return value;
    }
    StringBuilder rest = new StringBuilder();
    int i = 0;
    while (i < value.length()) {
      if (value.startsWith("\\u", i)) {
        i += 6;
      } else if (value.charAt(i) == '{' && value.startsWith("}", i + 2)) {
        i += 3;
      } else {
        rest.append(value.charAt(i++));
      }
    }
    return rest.toString();
  }

  /** Words of another script or with its accents, written out as programs do. */
  static boolean isForeign(String value) {
    return value.contains("\\u") && isLabel(value);
  }

  /** The quote closed a string that ends with a name, as in {@code print("password: ", x)}. */
  static boolean followsClosingQuote(String value) {
    return value.startsWith(" +")
        || value.startsWith("+ ")
        || value.startsWith(",")
        || value.startsWith(")")
        || value.startsWith(" }");
  }

  static boolean isProseWord(String value) {
    return PROSE_WORDS.contains(Subject.lower(value));
  }

  static boolean isAllUpper(String value) {
    return value.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || c == '_' || c == '-');
  }

  static boolean isAllLetters(String value) {
    return value.chars().allMatch(c -> Character.isLetter(c) || c == '_' || c == '$' || c == '-');
  }

  static boolean hasSpace(String value) {
    return value.indexOf(' ') >= 0 || value.indexOf('\t') >= 0;
  }

  static boolean hasDigit(String value) {
    return value.chars().anyMatch(c -> c >= '0' && c <= '9');
  }

  static boolean hasLetter(String value) {
    return value.chars().anyMatch(Character::isLetter);
  }
}
