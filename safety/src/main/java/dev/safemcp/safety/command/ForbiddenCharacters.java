package dev.safemcp.safety.command;

import java.util.Optional;

/** What may stand nowhere in a command line, not even inside quotes. Stateless. */
final class ForbiddenCharacters {
  /** What a shell would take for the end of one command or the start of another. */
  private static final String METACHARACTERS = ";|&<>`";

  private ForbiddenCharacters() {}

  /** Returns why the text is refused: for the first character that is, where there is one. */
  static Optional<String> firstIn(String text) {
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      if (METACHARACTERS.indexOf(character) >= 0) {
        return Optional.of(metacharacter(Character.toString(character)));
      }
      if (text.startsWith("$(", i)) {
        return Optional.of(metacharacter("$("));
      }
      if (unseen(character)) {
        return Optional.of(
            "the control character U+%04X (%s) is refused even inside quotes: send one line of visible characters"
                .formatted(character, name(character)));
      }
      i += Character.charCount(character);
    }
    return Optional.empty();
  }

  /** Returns why a metacharacter is refused. */
  static String metacharacter(String spelling) {
    return "'"
        + spelling
        + "' is a shell metacharacter and refused even inside quotes: no shell runs here, send one"
        + " plain command";
  }

  /**
   * Returns whether a character acts on a screen instead of showing: the C0 and C1 controls and
   * DEL; the line and paragraph separators, which many viewers break at; the explicit bidi
   * controls, which show an approver another order than the one that runs (CVE-2021-42574). The
   * other invisible characters are data, since scripts such as Persian are written with them.
   */
  private static boolean unseen(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.FORMAT ->
          (character >= 0x202A && character <= 0x202E)
              || (character >= 0x2066 && character <= 0x2069);
      default -> false;
    };
  }

  private static String name(int character) {
    return switch (character) {
      case '\n' -> "newline";
      case '\r' -> "carriage return";
      case '\t' -> "tab";
      case 0x1B -> "escape";
      default -> String.valueOf(Character.getName(character)).toLowerCase(java.util.Locale.ROOT);
    };
  }
}
