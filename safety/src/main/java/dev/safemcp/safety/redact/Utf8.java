package dev.safemcp.safety.redact;

/** Where characters end in UTF-8 (RFC 3629). Stateless. */
final class Utf8 {
  private Utf8() {}

  /** Returns how many bytes are left when a character that is cut at the end is left out. */
  static int wholeCharacters(byte[] bytes) {
    int start = bytes.length;
    int back = 0;
    while (start > 0 && back < 3 && (bytes[start - 1] & 0xC0) == 0x80) {
      start--;
      back++;
    }
    if (start == 0) {
      return bytes.length;
    }
    int lead = bytes[start - 1] & 0xFF;
    int wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return back + 1 < wanted ? start - 1 : bytes.length;
  }
}
