package dev.safemcp.safety.redact;

/**
 * A set of ASCII characters as 128 bits.
 *
 * @param low the bits of 0 to 63
 * @param high the bits of 64 to 127
 */
record CharClass(long low, long high) {
  static final CharClass DIGIT = of("0-9");
  static final CharClass HEX = of("0-9A-Fa-f");
  static final CharClass ALNUM = of("0-9A-Za-z");
  static final CharClass WORD = of("0-9A-Za-z_");
  static final CharClass BASE64 = of("0-9A-Za-z+/_-");
  static final CharClass BASE64URL = of("0-9A-Za-z_-");
  static final CharClass NAME = of("0-9A-Za-z_.-");

  boolean has(char c) {
    return c < 64 ? (low >>> c & 1) != 0 : c < 128 && (high >>> (c - 64) & 1) != 0;
  }

  /**
   * Reads the inside of a bracket expression: characters and ranges; {@code -} stands last where it
   * means itself.
   */
  static CharClass of(String set) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < set.length(); i++) {
      char from = set.charAt(i);
      char to = from;
      if (i + 2 < set.length() && set.charAt(i + 1) == '-') {
        to = set.charAt(i + 2);
        i += 2;
      }
      for (int c = from; c <= to; c++) {
        if (c < 64) {
          low |= 1L << c;
        } else {
          high |= 1L << (c - 64);
        }
      }
    }
    return new CharClass(low, high);
  }
}
