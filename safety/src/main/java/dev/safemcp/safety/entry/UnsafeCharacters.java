package dev.safemcp.safety.entry;

import dev.safemcp.safety.file.Name;

/**
 * Characters that make a name look like another, or act on what shows it: control characters, bidi
 * controls (CVE-2021-42574), zero-width characters, tags and other invisible ones. Stateless.
 */
final class UnsafeCharacters {
  private UnsafeCharacters() {}

  /** Returns whether a name has one of them, or does not decode. */
  static boolean in(Name name) {
    return name.text().map(UnsafeCharacters::in).orElse(true);
  }

  private static boolean in(String text) {
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (unsafe(text.codePointAt(at))) {
        return true;
      }
    }
    return false;
  }

  private static boolean unsafe(int character) {
    return switch (Character.getType(character)) {
      // FORMAT holds the bidi controls, U+200B to U+200F, U+2060 and following, U+FEFF and the
      // tags.
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> invisible(character);
    };
  }

  /** Default_Ignorable_Code_Point of Unicode beyond the types above; U+FE0F is part of emoji. */
  private static boolean invisible(int character) {
    return character == 0x034f // combining grapheme joiner
        || character == 0x115f // Hangul fillers
        || character == 0x1160
        || character == 0x3164
        || character == 0xffa0
        || character == 0x17b4 // Khmer inherent vowels
        || character == 0x17b5
        || (character >= 0x180b && character <= 0x180f) // Mongolian variation selectors
        || (character >= 0xe0000 && character <= 0xe0fff); // tags, variation selectors, reserved
  }
}
