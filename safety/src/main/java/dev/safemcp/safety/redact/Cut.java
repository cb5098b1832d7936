package dev.safemcp.safety.redact;

/**
 * Collects a text up to a cap in bytes of UTF-8: the cut falls between characters and never inside
 * a tag.
 */
final class Cut {
  private final StringBuilder text = new StringBuilder();
  private final int most;
  private int bytes;
  private boolean full;

  Cut(int most) {
    this.most = most;
  }

  /** Appends characters as far as they fit. */
  void append(String source, int start, int end) {
    int i = start;
    while (i < end && !full) {
      int c = source.codePointAt(i);
      int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes + size > most) {
        full = true;
        return;
      }
      bytes += size;
      text.appendCodePoint(c);
      i += Character.charCount(c);
    }
  }

  /** Appends something that is whole or not there. */
  void appendWhole(String tag) {
    if (full || bytes + tag.length() > most) {
      full = true;
      return;
    }
    bytes += tag.length();
    text.append(tag);
  }

  /** Returns the text, with a marker where something was lost. */
  Redacted finish(boolean more) {
    if (!full && !more) {
      return new Redacted(text.toString(), false);
    }
    String gap = text.isEmpty() || text.charAt(text.length() - 1) == '\n' ? "" : "\n";
    return new Redacted(
        text + gap + "[truncated: the output went on past " + most + " bytes]\n", true);
  }
}
