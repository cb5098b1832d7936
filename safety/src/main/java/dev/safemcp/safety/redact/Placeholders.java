package dev.safemcp.safety.redact;

import java.util.List;
import java.util.Set;

/** Values that only stand for a secret: templates, examples, masks, words of languages. */
final class Placeholders {
  /** No placeholder is longer than this, so no look at one is either. */
  static final int LOOK = 256;

  private static final List<String> SAMPLE_WORDS =
      List.of(
          "example",
          "xxxxx",
          "your_",
          "your-",
          "yourtoken",
          "yourkey",
          "placeholder",
          "changeme",
          "change_me",
          "change-me",
          "replace",
          "redacted",
          "insert_",
          "insert-",
          "dummy",
          "*****",
          ".....");

  /** Whole values that say that there is none, of which type it is, or what became of it. */
  private static final Set<String> NO_VALUES =
      Set.of(
          "null",
          "nil",
          "none",
          "undefined",
          "true",
          "false",
          "yes",
          "no",
          "on",
          "off",
          "empty",
          "blank",
          "unset",
          "set",
          "string",
          "str",
          "text",
          "char",
          "varchar",
          "bytes",
          "byte",
          "int",
          "integer",
          "number",
          "bool",
          "boolean",
          "any",
          "object",
          "buffer",
          "optional",
          "required",
          "secretstr",
          "hidden",
          "masked",
          "removed",
          "missing",
          "invalid",
          "incorrect",
          "expired",
          "changed",
          "unchanged",
          "enabled",
          "disabled",
          "default",
          "unknown",
          "todo",
          "tbd",
          "fixme",
          "n/a",
          "na",
          "value",
          "xxx",
          "xxxx",
          "option",
          "prompt",
          "stdin",
          "self",
          "this",
          "new",
          "return",
          "await",
          "void",
          "static",
          "final",
          "const",
          "var",
          "let",
          "bearer",
          "basic",
          "oauth",
          "jwt",
          "foobar",
          "rejected",
          "accepted",
          "ok",
          "failed");

  private Placeholders() {}

  /** Returns whether the body of a token is one repeated character or an example. */
  static boolean inBody(Subject text, int start, int end) {
    if (end <= start) {
      return false;
    }
    String body = Subject.lower(text.slice(start, Math.min(end, start + LOOK)));
    return isOneCharacter(body) || containsSampleWord(body);
  }

  /** Returns whether a stretch holds digits and letters of both cases. */
  static boolean isMixed(Subject text, int start, int end) {
    boolean digit = false;
    boolean lower = false;
    boolean upper = false;
    for (int i = start; i < Math.min(end, start + LOOK); i++) {
      char c = text.at(i);
      digit |= c >= '0' && c <= '9';
      lower |= c >= 'a' && c <= 'z';
      upper |= c >= 'A' && c <= 'Z';
    }
    return digit && lower && upper;
  }

  /** Returns whether an assigned value is no secret, whatever it is assigned to. */
  static boolean isPlaceholder(String value) {
    if (value.isEmpty() || isTemplate(value) || isOneCharacter(value)) {
      return true;
    }
    String lower = Subject.lower(value);
    return NO_VALUES.contains(lower) || containsSampleWord(lower) || saysItIsASample(lower);
  }

  /** Returns whether a value is filled in elsewhere: a variable, a template, a reference. */
  static boolean isTemplate(String value) {
    char first = value.charAt(0);
    char last = value.charAt(value.length() - 1);
    return value.startsWith("${")
        || value.startsWith("$(")
        || value.startsWith("{{")
        || value.startsWith("#{")
        || value.startsWith("<%")
        || value.startsWith("@{")
        || value.startsWith("@<")
        || value.startsWith(":<")
        || value.startsWith("ENC[")
        || value.startsWith("!vault")
        || value.startsWith("$ANSIBLE_VAULT")
        || value.startsWith(Markers.OPENING)
        || value.startsWith("process.env")
        || value.startsWith("os.environ")
        || value.startsWith("secrets.")
        || value.startsWith("vars.")
        || value.startsWith("env.")
        || (first == '<' && (last == '>' || last == '"' || isTagName(value)))
        || (first == '{' && last == '}')
        || (first == '[' && last == ']')
        || (first == '%' && last == '%')
        || (first == '@' && last == '@')
        || (first == '%' && (value.length() <= 3 || value.startsWith("%s")))
        || (first == '$' && (isVariable(value) || value.contains("->")));
  }

  /** {@code <span}: the beginning of a tag or of a description. */
  private static boolean isTagName(String value) {
    for (int i = 1; i < value.length(); i++) {
      if (!Character.isLetter(value.charAt(i)) && value.charAt(i) != '-') {
        return false;
      }
    }
    return value.length() > 1;
  }

  private static boolean isVariable(String value) {
    if (value.length() == 1 || (value.length() <= 3 && !Character.isLetter(value.charAt(1)))) {
      return true; // a parameter of a script
    }
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean named = (c >= 'A' && c <= 'Z') || c == '_' || (i > 1 && c >= '0' && c <= '9');
      if (!named && !allLettersAfterDollar(value)) {
        return false;
      }
    }
    return true;
  }

  /** {@code $token}, {@code $this->x}: letters and what joins them, no digit. */
  private static boolean allLettersAfterDollar(String value) {
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!(Character.isLetter(c) || c == '_' || c == '-' || c == '>' || c == '.' || c == '/')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOneCharacter(String value) {
    for (int i = 1; i < value.length(); i++) {
      if (value.charAt(i) != value.charAt(0)) {
        return false;
      }
    }
    return value.length() > 1 || !Character.isLetterOrDigit(value.charAt(0));
  }

  private static boolean containsSampleWord(String lower) {
    for (String word : SAMPLE_WORDS) {
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean saysItIsASample(String lower) {
    return (lower.startsWith("my-") && lower.endsWith("-here"))
        || lower.startsWith("your ")
        || lower.startsWith("enter ")
        || lower.equals("...")
        || lower.equals("\u2026");
  }
}
