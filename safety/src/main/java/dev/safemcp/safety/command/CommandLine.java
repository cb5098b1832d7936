package dev.safemcp.safety.command;

import java.util.List;

/** What the parser makes of a command line. */
public sealed interface CommandLine {
  /**
   * Refuses metacharacters and control characters, quoted or not, then splits as POSIX does without
   * expanding anything.
   *
   * <p>Linear in the text. What is refused inside quotes too is a ceiling that we know: {@code grep
   * "a|b"} is harmless, but a reader, a client's approval window and a program that hands its
   * argument to a shell would each have to agree on where the quotes end, and tools have been
   * beaten by just that (CVE-2025-66032, GHSA-q8pm-q3r2-q7cg).
   *
   * @param text any text
   */
  static CommandLine parse(String text) {
    if (text.isBlank()) {
      return new Refused("the command is empty: send a program's name and its arguments");
    }
    return ForbiddenCharacters.firstIn(text)
        .<CommandLine>map(Refused::new)
        .orElseGet(() -> PosixWords.split(text));
  }

  /**
   * A command.
   *
   * @param words at least one; the first is the name
   */
  record Words(List<String> words) implements CommandLine {
    public Words {
      words = List.copyOf(words);
      if (words.isEmpty()) {
        throw new IllegalArgumentException("a command has a name");
      }
    }
  }

  /**
   * Policy never allows it: a metacharacter, a control character, or nothing at all.
   *
   * @param reason for the client
   */
  record Refused(String reason) implements CommandLine {}

  /**
   * It is no command line: a quote that does not close, or a backslash before nothing.
   *
   * @param reason for the client
   */
  record Malformed(String reason) implements CommandLine {}
}
