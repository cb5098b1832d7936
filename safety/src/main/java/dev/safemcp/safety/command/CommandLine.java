package dev.safemcp.safety.command;

import java.util.List;

/** What the parser makes of a command line. */
public sealed interface CommandLine {
  /**
   * Refuses metacharacters and control characters, quoted or not, then splits words as POSIX does
   * (Shell Command Language, 2.2 Quoting) without expanding anything.
   *
   * <p>The refusal inside quotes is deliberate and a known ceiling: nobody who reads the policy or
   * the audit log must judge which quotes another parser would have seen.
   *
   * @param text any text
   */
  static CommandLine parse(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      String refused = Metacharacters.at(text, i, c);
      if (!refused.isEmpty()) {
        return new Refused(
            "'"
                + refused
                + "' is refused, even inside quotes: one program with its arguments, no shell");
      }
      i += Character.charCount(c);
    }
    return WordSplitter.split(text);
  }

  /**
   * A command.
   *
   * @param words at least one; the first is the name
   */
  record Words(List<String> words) implements CommandLine {
    public Words {
      words = List.copyOf(words);
    }
  }

  /**
   * Policy never allows it: a metacharacter, a control character, or nothing at all.
   *
   * @param reason for the client
   */
  record Refused(String reason) implements CommandLine {}

  /**
   * It is no command line: quotes that do not close.
   *
   * @param reason for the client
   */
  record Malformed(String reason) implements CommandLine {}
}
