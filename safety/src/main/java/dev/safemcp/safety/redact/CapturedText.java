package dev.safemcp.safety.redact;

import java.nio.charset.StandardCharsets;

/**
 * Captured bytes as text: what is not UTF-8 becomes U+FFFD, and a character that the end of the
 * capture cut in two is dropped.
 *
 * @param text the text
 * @param shown how many of its characters stand before the cap
 */
record CapturedText(String text, int shown) {
  static CapturedText of(byte[] captured, boolean more, int maxBytes) {
    String text = decode(captured, captured.length, more);
    if (!more || captured.length <= maxBytes) {
      return new CapturedText(text, text.length());
    }
    if (text.length() == captured.length) {
      return new CapturedText(text, maxBytes);
    }
    return new CapturedText(
        text, Math.min(text.length(), decode(captured, maxBytes, true).length()));
  }

  private static String decode(byte[] bytes, int length, boolean cut) {
    int whole = cut ? length - unfinished(bytes, length) : length;
    return new String(bytes, 0, whole, StandardCharsets.UTF_8);
  }

  /** Returns how many bytes at the end begin a character without finishing it. */
  private static int unfinished(byte[] bytes, int length) {
    for (int back = 1; back <= 3 && back <= length; back++) {
      int b = bytes[length - back] & 0xff;
      if (b < 0x80) {
        return 0;
      }
      if (b >= 0xc0) {
        int needed = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
        return back < needed ? back : 0;
      }
    }
    return 0;
  }
}
