package dev.safemcp.safety.redact;

import com.google.re2j.Matcher;
import dev.safemcp.safety.policy.RedactionPolicy.ExtraPattern;
import java.util.List;

/**
 * The operator's own shapes.
 *
 * <p>One search of RE2 is linear, yet a pattern such as {@code a[^!]*!|a} makes each of many
 * searches read to the end. The characters read are therefore counted; a pattern that reads too
 * many hides the rest of the text, line by line, rather than let it pass unseen.
 */
final class OperatorPatterns {
  private static final long READS_PER_CHARACTER = 64;
  private static final long READS = 1 << 20;

  private OperatorPatterns() {}

  static void search(Scan scan, List<ExtraPattern> patterns) {
    for (ExtraPattern extra : patterns) {
      Counted text = new Counted(scan.text);
      Matcher matcher = extra.pattern().matcher(text);
      int from = 0;
      while (!text.isSpent() && matcher.find()) {
        from = matcher.end();
        scan.found.add(matcher.start(), from, extra.name());
      }
      if (text.isSpent()) {
        scan.found.add(from, scan.text.length(), extra.name());
      }
    }
  }

  /** Counts what is read of a text. */
  private static final class Counted implements CharSequence {
    private final Subject text;
    private long left;

    Counted(Subject text) {
      this.text = text;
      this.left = READS + READS_PER_CHARACTER * text.length();
    }

    boolean isSpent() {
      return left < 0;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      left--;
      return text.at(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.slice(start, end);
    }

    @Override
    public String toString() {
      return text.slice(0, text.length());
    }
  }
}
