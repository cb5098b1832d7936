package dev.safemcp.safety.redact;

/** Sets of ASCII characters of which tokens are made. */
enum CharSet {
  HEX("0123456789abcdefABCDEF"),
  LOWER_ALNUM("abcdefghijklmnopqrstuvwxyz0123456789"),
  BASE32("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
  ALNUM("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
  /** Letters, digits, {@code _} and {@code -}: base64url and most tokens. */
  WORD(ALNUM.characters + "_-"),
  /** {@link #WORD} and dots: tokens of several parts. */
  DOTTED(WORD.characters + "."),
  /** Base64 of either alphabet. */
  BASE64(WORD.characters + "+/="),
  /** Path of a web hook. */
  PATH(WORD.characters + "/");

  private final String characters;

  @SuppressWarnings("ImmutableEnumChecker") // filled in the constructor and never handed out
  private final boolean[] table = new boolean[128];

  CharSet(String characters) {
    this.characters = characters;
    characters.chars().forEach(c -> table[c] = true);
  }

  boolean has(char c) {
    return c < 128 && table[c];
  }

  /** Returns the index behind the run of these characters that begins at {@code from}. */
  int end(String text, int from, int most) {
    int limit = (int) Math.min(text.length(), (long) from + most);
    int i = from;
    while (i < limit && has(text.charAt(i))) {
      i++;
    }
    return i;
  }
}
