package dev.safemcp.safety.redact;

/** Where a text is cut at its cap, and the marker that says so. */
final class Cut {
  private Cut() {}

  /**
   * Returns where the text ends that fits.
   *
   * @param text a visible, redacted text
   * @param limit no character from here on is shown
   * @param maxBytes the cap in bytes of UTF-8
   * @return an index on the border of a character, outside markers and renderings
   */
  static int at(String text, int limit, int maxBytes) {
    int end = Math.min(limit, text.length());
    if ((long) end * 3 > maxBytes) {
      end = fitting(text, end, maxBytes);
    }
    if (end >= text.length()) {
      return text.length();
    }
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return renderingBefore(text, Markers.startBefore(text, end));
  }

  private static int fitting(String text, int limit, int maxBytes) {
    int bytes = 0;
    int i = 0;
    while (i < limit) {
      int c = text.codePointAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes > maxBytes) {
        return i;
      }
      i += Character.charCount(c);
    }
    return limit;
  }

  /** Returns the start of a written-out character that this place would cut in two. */
  private static int renderingBefore(String text, int cut) {
    for (int i = cut - 1; i >= Math.max(0, cut - 10); i--) {
      if (text.charAt(i) == '\\') {
        InvisibleCharacters.Unit unit = InvisibleCharacters.rendered(text, i);
        return unit != null && i + unit.length() > cut ? i : cut;
      }
    }
    return cut;
  }

  /** Returns the shown part and the marker. */
  static String withMarker(String text, int end, int maxBytes) {
    String shown = text.substring(0, end);
    String line = shown.isEmpty() || shown.endsWith("\n") ? "" : "\n";
    return shown + line + "[truncated: the output went on past " + maxBytes + " bytes]";
  }
}
