package dev.safemcp.safety.redact;

/**
 * Long words that look random: the fallback that a policy must ask for, since it cannot tell a
 * secret from a checksum.
 */
final class HighEntropyWords {
  private static final int SHORTEST = 20;
  private static final int LOOK = 256;
  private static final double BITS = 3.9;
  private static final CharClass RUN = CharClass.of("A-Za-z0-9+/=_-");

  private HighEntropyWords() {}

  static void search(Scan scan) {
    Subject text = scan.text;
    int i = 0;
    while (i < text.length()) {
      int end = text.skip(i, RUN);
      if (end - i >= SHORTEST && isRandom(text, i, Math.min(end, i + LOOK))) {
        scan.found.add(i, end, "high-entropy");
      }
      i = end + 1;
    }
  }

  private static boolean isRandom(Subject text, int start, int end) {
    if (!Placeholders.isMixed(text, start, end) || text.has(start, "sha")) {
      return false;
    }
    int[] counts = new int[128];
    for (int i = start; i < end; i++) {
      counts[text.at(i)]++;
    }
    double bits = 0;
    double length = end - start;
    for (int count : counts) {
      if (count > 0) {
        bits -= count / length * (Math.log(count / length) / Math.log(2));
      }
    }
    return bits >= BITS;
  }
}
