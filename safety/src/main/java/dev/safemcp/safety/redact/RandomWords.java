package dev.safemcp.safety.redact;

import java.util.List;

/** Long words that look like chance, for operators who would rather hide too much. Stateless. */
final class RandomWords {
  private static final int SHORTEST = 24;
  private static final double LEAST_BITS = 4.0;

  private RandomWords() {}

  static void find(String text, List<Span> found) {
    int i = 0;
    while (i < text.length()) {
      int end = CharSet.BASE64.end(text, i, text.length());
      if (end - i >= SHORTEST && mixed(text, i, end) && bits(text, i, end) >= LEAST_BITS) {
        found.add(new Span(i, end, "high-entropy"));
      }
      i = Math.max(end, i + 1);
    }
  }

  private static boolean mixed(String text, int start, int end) {
    boolean lower = false;
    boolean upper = false;
    boolean digit = false;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      lower |= c >= 'a' && c <= 'z';
      upper |= c >= 'A' && c <= 'Z';
      digit |= c >= '0' && c <= '9';
    }
    return lower && upper && digit;
  }

  /** Shannon's entropy in bits for each character. */
  private static double bits(String text, int start, int end) {
    int[] counts = new int[128];
    for (int i = start; i < end; i++) {
      counts[text.charAt(i)]++;
    }
    double bits = 0;
    for (int count : counts) {
      if (count > 0) {
        double share = (double) count / (end - start);
        bits -= share * Math.log(share) / Math.log(2);
      }
    }
    return bits;
  }
}
