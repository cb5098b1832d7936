package dev.safemcp.safety.policy;

/**
 * The way to a value of the policy file, as messages show it: {@code terminal.rules[0].reason}.
 * List positions count from zero; a name that TOML would not take bare is quoted, so that two
 * different ways never read the same.
 *
 * @param dotted the text; empty for the file's own table
 */
record KeyPath(String dotted) {
  static final KeyPath ROOT = new KeyPath("");

  /** Returns the way to a key of the table at this way. */
  KeyPath child(String name) {
    String part = isBare(name) ? name : Wording.quoted(name);
    return new KeyPath(dotted.isEmpty() ? part : dotted + "." + part);
  }

  /** Returns the way to an element of the list at this way. */
  KeyPath item(int index) {
    return new KeyPath(dotted + "[" + index + "]");
  }

  private static boolean isBare(String name) {
    return !name.isEmpty() && name.chars().allMatch(c -> isBare((char) c));
  }

  /** Returns whether TOML takes a character in a key without quotes. */
  static boolean isBare(char c) {
    return Wording.isLetterOrDigit(c) || c == '_' || c == '-';
  }

  @Override
  public String toString() {
    return dotted;
  }
}
