package dev.safemcp.safety.organize;

/**
 * How much an answer may still say, in bytes of JSON: a client has to read it twice, as text and as
 * structured content, and its model has to read it at all. Not thread-safe.
 */
final class AnswerBudget {
  /** What one answer may say. */
  static final int ANSWER = 1024 * 1024;

  /** Keys, punctuation, numbers and codes of one element of a list. */
  private static final int FRAME = 160;

  /** An invisible or undecodable character is shown by an escape such as {@code \\u{e0041}}. */
  private static final int ESCAPED = 12;

  private int left;

  AnswerBudget(int bytes) {
    left = bytes;
  }

  /** Takes room for an element with these texts, and says whether there was enough. */
  boolean take(String... texts) {
    int cost = FRAME;
    for (String text : texts) {
      cost += text.codePoints().map(AnswerBudget::bytes).sum();
    }
    if (cost > left) {
      left = 0; // nothing smaller slips in behind: what is left out is always the end
      return false;
    }
    left -= cost;
    return true;
  }

  private static int bytes(int character) {
    if (character < ' ' || character == 0x7f) {
      return ESCAPED;
    }
    if (character < 0x7f) {
      return character == '"' || character == '\\' ? 2 : 1;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL, Character.FORMAT, Character.UNASSIGNED, Character.PRIVATE_USE ->
          ESCAPED;
      default -> 4;
    };
  }
}
