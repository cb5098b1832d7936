package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.VisibleText.Mode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What {@code fuzz/run.sh} feeds: any bytes are output. Whatever they repeat, the rules read a
 * bounded number of characters for each; redacting twice changes nothing; lines stay.
 */
public final class RedactorFuzz {
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());
  private static final int READS_PER_CHARACTER = 400;
  private static final int REPEATED = 20_000;

  private RedactorFuzz() {}

  /** Takes one input; an exception is a finding. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    bounded(new String(bytes, StandardCharsets.UTF_8));
    if (bytes.length > 0 && bytes.length < REPEATED) {
      bounded(new String(bytes, StandardCharsets.UTF_8).repeat(REPEATED / bytes.length));
    }
    String once = REDACTOR.output(bytes, false, 1 << 20).text();
    byte[] again = once.getBytes(StandardCharsets.UTF_8);
    if (!REDACTOR.output(again, false, 1 << 20).text().equals(once)) {
      throw new AssertionError("redacting twice is not redacting once");
    }
    String raw = new String(bytes, StandardCharsets.UTF_8);
    if (lines(raw) != lines(once)) {
      throw new AssertionError("a line more or less");
    }
    REDACTOR.output(Arrays.copyOf(bytes, bytes.length / 2), true, bytes.length / 3);
  }

  private static void bounded(String text) {
    VisibleText visible = VisibleText.of(text, Mode.OUTPUT, text.length(), Integer.MAX_VALUE);
    for (View view : visible.views()) {
      Scan scan = new Scan(view.subject(false));
      SecretFinder.searchAll(scan);
      if (scan.text.reads() > READS_PER_CHARACTER * (text.length() + 5000L)) {
        throw new AssertionError(scan.text.reads() + " reads of " + text.length());
      }
    }
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }
}
