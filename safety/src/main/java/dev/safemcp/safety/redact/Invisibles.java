package dev.safemcp.safety.redact;

/**
 * Characters that act or hide rather than show: controls, bidirectional controls (CVE-2021-42574),
 * zero-width and other default-ignorable characters, tags, lone surrogates. Stateless.
 */
public final class Invisibles {
  private Invisibles() {}

  /** Returns whether a code point is one of them; emoji's variation selectors are not. */
  public static boolean contains(int c) {
    if (c < 0x7f) {
      return c < 0x20;
    }
    if (c <= 0x9f || c == 0xad) {
      return true;
    }
    if (c < 0x34f) {
      return false;
    }
    return switch (c) {
      case 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xfeff, 0xffa0 -> true;
      default ->
          c >= 0x180b && c <= 0x180f
              || c >= 0x200b && c <= 0x200f
              || c >= 0x2028 && c <= 0x202e
              || c >= 0x2060 && c <= 0x206f
              || c >= 0xd800 && c <= 0xdfff
              || c >= 0xfff0 && c <= 0xfffb
              || c >= 0x1bca0 && c <= 0x1bca3
              || c >= 0x1d173 && c <= 0x1d17a
              || c >= 0xe0000 && c <= 0xe0fff;
    };
  }
}
