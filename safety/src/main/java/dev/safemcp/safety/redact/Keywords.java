package dev.safemcp.safety.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * The prefilter: one pass over a text that stops only where a rule's keyword stands.
 *
 * <p>The first two characters of all keywords select a bucket in a table of 128 by 128; the few
 * keywords of the bucket are then compared. Clean text costs one look-up a character. Immutable
 * once built.
 */
final class Keywords {
  private static final int SIDE = 128;
  private static final long READS = 1 << 20;
  private static final long READS_PER_CHARACTER = 2048;

  private record Keyword(String text, boolean ignoreCase, Rule rule) {}

  private final byte[] bucketOf = new byte[SIDE * SIDE];
  private final List<List<Keyword>> buckets = new ArrayList<>();

  Keywords() {
    buckets.add(List.of());
  }

  /** Adds a keyword of at least two ASCII characters that is matched as it is. */
  void add(String text, Rule rule) {
    put(new Keyword(text, false, rule), text.charAt(0), text.charAt(1));
  }

  /** Adds a keyword in lower case that is matched in any case. */
  void addIgnoringCase(String lower, Rule rule) {
    Keyword keyword = new Keyword(lower, true, rule);
    char first = lower.charAt(0);
    char second = lower.charAt(1);
    char firstUpper = Character.toUpperCase(first);
    char secondUpper = Character.toUpperCase(second);
    put(keyword, first, second);
    if (secondUpper != second) {
      put(keyword, first, secondUpper);
    }
    if (firstUpper != first) {
      put(keyword, firstUpper, second);
      if (secondUpper != second) {
        put(keyword, firstUpper, secondUpper);
      }
    }
  }

  private void put(Keyword keyword, char first, char second) {
    int slot = first * SIDE + second;
    int bucket = bucketOf[slot] & 0xff;
    if (bucket == 0) {
      bucket = buckets.size();
      if (bucket > 0xff) {
        shareLastBucket(slot, keyword);
        return;
      }
      bucketOf[slot] = (byte) bucket;
      buckets.add(new ArrayList<>());
    }
    buckets.get(bucket).add(keyword);
  }

  /** With more pairs than a byte counts, the late ones share a bucket: slower, never wrong. */
  private void shareLastBucket(int slot, Keyword keyword) {
    bucketOf[slot] = (byte) 0xff;
    buckets.get(0xff).add(keyword);
  }

  /**
   * Returns how many characters the rules may read of a text; each text of ours stays far below.
   *
   * <p>A rule that read more would be a defect, and what is behind that place is hidden rather than
   * shown unread or read for hours.
   */
  static long most(int length) {
    return READS + READS_PER_CHARACTER * length;
  }

  /** Walks the text and lets the rules look wherever their keywords stand. */
  void search(Scan scan) {
    char[] chars = scan.text.chars();
    int last = chars.length - 1;
    long most = most(chars.length);
    int i = 0;
    while (i < last) {
      int pair = chars[i] | chars[i + 1];
      int bucket = pair < SIDE ? bucketOf[chars[i] * SIDE + chars[i + 1]] : 0;
      i = bucket == 0 ? i + 1 : consult(scan, i, buckets.get(bucket & 0xff));
      if (scan.text.reads() > most) {
        scan.found.add(i, chars.length, "unread");
        return;
      }
    }
  }

  private static int consult(Scan scan, int at, List<Keyword> bucket) {
    for (int k = 0; k < bucket.size(); k++) {
      Keyword keyword = bucket.get(k);
      boolean stands =
          keyword.ignoreCase
              ? scan.text.hasIgnoringCase(at, keyword.text)
              : scan.text.has(at, keyword.text);
      if (stands) {
        int next = keyword.rule.look(scan, at, keyword.text.length());
        if (next > at) {
          return next;
        }
      }
    }
    return at + 1;
  }
}
