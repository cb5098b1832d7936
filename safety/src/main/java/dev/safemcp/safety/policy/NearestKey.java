package dev.safemcp.safety.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known key that a typo most likely meant. Stateless. */
final class NearestKey {
  private NearestKey() {}

  /** Returns the nearest of the known keys, where one is near enough to be meant. */
  static Optional<String> of(String typo, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt((String key) -> distance(typo, key))
                .thenComparing(Comparator.naturalOrder()))
        .filter(
            key -> distance(typo, key) <= Math.max(2, Math.max(key.length(), typo.length()) / 2));
  }

  /** Counts the insertions, deletions, replacements and swaps of neighbours between two words. */
  private static int distance(String a, String b) {
    // A hostile key of a megabyte must not cost a quadratic table.
    if (Math.abs(a.length() - b.length()) > 32) {
      return Integer.MAX_VALUE;
    }
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
