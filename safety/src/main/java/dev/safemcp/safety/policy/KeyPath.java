package dev.safemcp.safety.policy;

/**
 * The way to a value of the policy file.
 *
 * @param dotted the way as messages show it, {@code terminal.rules[0].reason}: list positions count
 *     from zero, and a name that TOML would not take bare is quoted, and cut where it is very long
 * @param identity the way in full: two ways are equal only if they lead to the same place
 */
record KeyPath(String dotted, String identity) {
  static final KeyPath ROOT = new KeyPath("", "");

  /** Returns the way to a key of the table at this way. */
  KeyPath child(String name) {
    String part = isBare(name) ? name : Wording.quoted(name);
    return new KeyPath(
        dotted.isEmpty() ? part : dotted + "." + part, identity + "." + name.length() + ":" + name);
  }

  /** Returns the way to an element of the list at this way. */
  KeyPath item(int index) {
    return new KeyPath(dotted + "[" + index + "]", identity + "[" + index + "]");
  }

  private static boolean isBare(String name) {
    return !name.isEmpty()
        && name.length() <= Wording.LONGEST
        && name.chars().allMatch(c -> isBare((char) c));
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
