package dev.safemcp.stdio.message;

/** Texts without a lone surrogate: the ones that UTF-8 can carry. Stateless. */
final class WellFormed {
  private WellFormed() {}

  static boolean is(String text) {
    return text.codePoints().noneMatch(WellFormed::surrogate);
  }

  /** Replaces each lone surrogate by U+FFFD. */
  static String of(String text) {
    return is(text)
        ? text
        : text.codePoints()
            .map(point -> surrogate(point) ? 0xFFFD : point)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  private static boolean surrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
