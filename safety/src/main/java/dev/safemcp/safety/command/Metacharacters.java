package dev.safemcp.safety.command;

/** The characters that no command line may hold, quoted or not. Stateless. */
final class Metacharacters {
  /** What would chain, pipe, redirect or substitute in a shell. */
  private static final String SHELL = ";|&<>`";

  private Metacharacters() {}

  /** Returns what is refused at an index, as it is to be shown; empty where nothing is. */
  static String at(String text, int index, int codePoint) {
    if (SHELL.indexOf(codePoint) >= 0) {
      return Character.toString(codePoint);
    }
    if (codePoint == '$' && text.startsWith("$(", index)) {
      return "$(";
    }
    // C0, DEL, C1, and the two separators that some readers take for a newline.
    boolean control =
        Character.isISOControl(codePoint) || codePoint == 0x2028 || codePoint == 0x2029;
    return control ? "U+%04X".formatted(codePoint) : "";
  }
}
