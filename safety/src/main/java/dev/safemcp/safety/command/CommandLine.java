package dev.safemcp.safety.command;

import java.util.List;

/** What the parser makes of a command line. */
public sealed interface CommandLine {
  /**
   * Refuses metacharacters and control characters, quoted or not, then splits as POSIX does without
   * expanding anything.
   */
  static CommandLine parse(String text) {
    throw new UnsupportedOperationException();
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
