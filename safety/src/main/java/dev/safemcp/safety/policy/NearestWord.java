package dev.safemcp.safety.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant to write. Stateless. */
final class NearestWord {
  /** Longer words are cut before they are compared, so that a hostile key costs no time. */
  private static final int LONGEST = 64;

  private NearestWord() {}

  /** Returns the known word that takes the fewest edits; the first of equals. */
  static Optional<String> of(String word, Collection<String> known) {
    return known.stream().min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /**
   * Counts the edits from one word to the other: a character inserted, removed, replaced, or two
   * neighbours exchanged (optimal string alignment). Upper and lower case are the same, and so are
   * {@code -} and {@code _}.
   */
  static int distance(String one, String other) {
    String a = plain(one);
    String b = plain(other);
    int[] before = new int[b.length() + 1];
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = Math.min(previous[j], current[j - 1]) + 1;
        least = Math.min(least, previous[j - 1] + (same ? 0 : 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, before[j - 2] + 1);
        }
        current[j] = least;
      }
      before = previous;
      previous = current;
    }
    return previous[b.length()];
  }

  private static String plain(String word) {
    String cut = word.length() > LONGEST ? word.substring(0, LONGEST) : word;
    return cut.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
