package dev.safemcp.safety.redact;

/** Tells what a machine made from what a person would write. */
final class Randomness {
  private static final int SHORTEST = 8;

  private Randomness() {}

  /** A token is long enough and no word: digits among letters, or cases without order. */
  static boolean isRandom(String value) {
    int length = value.length();
    if (length < SHORTEST || Prose.hasSpace(value)) {
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

  /**
   * Returns whether letters and digits stand in one word, which is little; it counts where the
   * place says that a value is meant.
   */
  static boolean mixesDigits(String value) {
    int digits = 0;
    int letters = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      digits += CharClass.DIGIT.has(c) ? 1 : 0;
      letters += CharClass.ALNUM.has(c) && !CharClass.DIGIT.has(c) ? 1 : 0;
      if (c <= ' ' || c > '~') {
        return false;
      }
    }
    return value.length() >= SHORTEST && digits >= 2 && letters >= 2;
  }

  /** Letters alone, too many for a word. */
  static boolean isLongWord(String value) {
    return value.length() >= 16 && value.chars().allMatch(c -> CharClass.ALNUM.has((char) c));
  }

  /** Sorts of characters; a lower-case letter after a capital is no change, as in names. */
  private static int sort(char c) {
    if (c >= '0' && c <= '9') {
      return 0;
    }
    return c >= 'A' && c <= 'Z' ? 1 : 2;
  }
}
