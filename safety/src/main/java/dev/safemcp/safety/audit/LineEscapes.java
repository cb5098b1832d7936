package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import org.jspecify.annotations.Nullable;

/**
 * Escapes, beyond what JSON asks for, every character that some reader takes for the end of a line
 * or for a terminal's command (CWE-117): DEL, C1 controls, and the Unicode line and paragraph
 * separators. One record is one line for every reader. Stateless.
 */
final class LineEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1L;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = CharacterEscapes.standardAsciiEscapesForJSON();
    codes[0x7f] = CharacterEscapes.ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    boolean breaks =
        (character >= 0x7f && character <= 0x9f) || character == 0x2028 || character == 0x2029;
    return breaks ? new SerializedString("\\u%04x".formatted(character)) : null;
  }
}
