package dev.safemcp.safety.redact;

/**
 * The cut at a cap in bytes of UTF-8: it falls between characters and never inside a tag.
 * Stateless.
 */
final class Cut {
  /** How a tag begins; it ends with a bracket. */
  static final String TAG = "[REDACTED:";

  private Cut() {}

  /**
   * Cuts a text.
   *
   * @param text redacted
   * @param most how many bytes are kept; the marker comes on top
   * @param more whether the text itself is only a beginning
   */
  static Redacted of(String text, int most, boolean more) {
    int end = end(text, most);
    if (end == text.length() && !more) {
      return new Redacted(text, false);
    }
    String kept = text.substring(0, end);
    String gap = kept.isEmpty() || kept.endsWith("\n") ? "" : "\n";
    String marker = "[truncated: the output went on past " + most + " bytes]\n";
    return new Redacted(kept + gap + marker, true);
  }

  private static int end(String text, int most) {
    if (text.length() <= most / 3) {
      return text.length();
    }
    int bytes = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes > most) {
        break;
      }
      i += Character.charCount(c);
    }
    int tag = text.lastIndexOf(TAG, i);
    int close = tag < 0 ? -1 : text.indexOf(']', tag);
    // A tag that has begun and not ended is left out whole, its own beginning included.
    if (i < text.length() && tag >= 0 && close >= i) {
      return tag;
    }
    return i < text.length() ? beforePartialTag(text, i) : i;
  }

  private static int beforePartialTag(String text, int end) {
    for (int length = Math.min(TAG.length() - 1, end); length > 0; length--) {
      if (text.startsWith(TAG, end - length)) {
        return end - length;
      }
    }
    return end;
  }
}
