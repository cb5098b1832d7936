package dev.safemcp.safety.organize;

/**
 * How much an answer may still say, in bytes of JSON. Not thread-safe.
 *
 * <p>A result carries its detail twice, as structured content and as text, where the quotes are
 * escaped once more. Clients refuse results of more than a megabyte, so the detail may take {@value
 * #ANSWER} bytes.
 */
final class AnswerBudget {
  /** What the detail of one answer may say. */
  static final int ANSWER = 400 * 1024;

  /** An invisible or undecodable character is shown by an escape such as {@code \\u{e0041}}. */
  private static final int ESCAPED = 12;

  private final int frame;
  private int left;

  /**
   * Makes a budget.
   *
   * @param bytes for the whole list
   * @param frame what keys, punctuation, numbers and codes of one element take
   */
  AnswerBudget(int bytes, int frame) {
    this.left = bytes;
    this.frame = frame;
  }

  /** Takes room for an element with these texts, and says whether there was enough. */
  boolean take(String... texts) {
    int cost = frame;
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
