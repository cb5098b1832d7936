package dev.safemcp.safety.redact;

/** Character references of HTML and XML (HTML, 13.1.4): those of markup, and numbers. Stateless. */
final class Entities {
  private static final int LONGEST = 8;
  private static final String[] NAMES = {"quot", "apos", "amp", "lt", "gt", "equals", "colon"};
  private static final String VALUES = "\"'&<>=:";

  private Entities() {}

  /** Returns the length of the reference that stands here, or 0. */
  static int length(char[] chars, int at) {
    for (int i = at + 1; i < at + LONGEST && i < chars.length; i++) {
      if (chars[i] == ';') {
        return value(chars, at, i + 1 - at) < 0 ? 0 : i + 1 - at;
      }
    }
    return 0;
  }

  /** Returns what a reference of this length stands for, or -1. */
  static int value(char[] chars, int at, int length) {
    String name = new String(chars, at + 1, Math.max(0, length - 2));
    for (int i = 0; i < NAMES.length; i++) {
      if (NAMES[i].equals(name)) {
        return VALUES.charAt(i);
      }
    }
    if (!name.startsWith("#") || name.length() < 2) {
      return -1;
    }
    boolean hex = name.charAt(1) == 'x' || name.charAt(1) == 'X';
    int value = 0;
    for (int i = hex ? 2 : 1; i < name.length(); i++) {
      int digit = Character.digit(name.charAt(i), hex ? 16 : 10);
      if (digit < 0) {
        return -1;
      }
      value = value * (hex ? 16 : 10) + digit;
    }
    return value;
  }
}
