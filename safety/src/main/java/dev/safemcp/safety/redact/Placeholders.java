package dev.safemcp.safety.redact;

import java.util.Locale;
import java.util.Set;

/** Values that stand for a secret without being one. Stateless. */
final class Placeholders {
  private static final Set<String> WORDS =
      Set.of(
          "null",
          "none",
          "nil",
          "undefined",
          "true",
          "false",
          "string",
          "str",
          "text",
          "bytes",
          "int",
          "integer",
          "bool",
          "boolean",
          "char",
          "any",
          "object",
          "required",
          "optional",
          "empty",
          "unset",
          "default",
          "changeme",
          "change-me",
          "example",
          "placeholder",
          "redacted",
          "hidden",
          "secret",
          "password",
          "passwd",
          "token",
          "key",
          "yes",
          "no",
          "env",
          "file",
          "stdin",
          "prompt",
          "ask",
          "byte",
          "number",
          "var",
          "let",
          "const",
          "self",
          "this");

  private Placeholders() {}

  /**
   * Returns whether a value is a variable, a template, a type, a mask or a word that says what
   * belongs there.
   */
  static boolean matches(String value) {
    if (value.isEmpty() || value.startsWith("[REDACTED:") || value.startsWith("[redacted")) {
      return true;
    }
    char first = value.charAt(0);
    if (first == '$'
        || first == '%'
        || first == '<'
        || value.startsWith("{{")
        || value.startsWith("#{")
        || value.startsWith("@{")
        || value.startsWith("...")) {
      return true;
    }
    if (WORDS.contains(value.toLowerCase(Locale.ROOT))) {
      return true;
    }
    return value.chars().allMatch(c -> c == '*' || c == '.' || c == '-' || c == '_' || c == 0x2022)
        || value.length() >= 3 && value.chars().allMatch(c -> Character.toLowerCase(c) == 'x');
  }

  /** Returns whether a token says of itself that it is an example, as documentation writes it. */
  static boolean example(String text, int start, int end) {
    String token = text.substring(start, Math.min(end, start + 512));
    return token.endsWith("EXAMPLE") || token.contains("EXAMPLEKEY") || allSame(token);
  }

  private static boolean allSame(String token) {
    int tail = Math.min(12, token.length() / 2);
    String end = token.substring(token.length() - tail);
    return tail >= 6 && end.chars().allMatch(c -> c == end.charAt(0));
  }
}
