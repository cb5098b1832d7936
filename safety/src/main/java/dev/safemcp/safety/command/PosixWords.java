package dev.safemcp.safety.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line into words by POSIX.1-2024, Shell Command Language, 2.2 Quoting, and nothing else
 * of it: no expansion, no comment, no operator, so that each character that is no quote, backslash
 * or blank is data.
 *
 * <p>The only blank is the space: the others are control characters and never get here. Not
 * thread-safe; one for each line.
 */
final class PosixWords {
  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private PosixWords(String text) {
    this.text = text;
  }

  static CommandLine split(String text) {
    return new PosixWords(text).split();
  }

  private CommandLine split() {
    while (at < text.length()) {
      char character = text.charAt(at++);
      if (character == ' ') {
        endWord();
        continue;
      }
      inWord = true;
      switch (character) {
        case '\'' -> {
          int end = text.indexOf('\'', at);
          if (end < 0) {
            return new CommandLine.Malformed("a single quote is never closed: close it");
          }
          word.append(text, at, end);
          at = end + 1;
        }
        case '"' -> {
          if (!doubleQuoted()) {
            return new CommandLine.Malformed("a double quote is never closed: close it");
          }
        }
        case '\\' -> {
          if (at == text.length()) {
            return new CommandLine.Malformed(
                "the command ends in a backslash that escapes nothing: remove it, or double it");
          }
          word.append(text.charAt(at++));
        }
        default -> word.append(character);
      }
    }
    endWord();
    return words.stream().anyMatch(each -> each.contains("$("))
        ? new CommandLine.Refused(ForbiddenCharacters.metacharacter("$("))
        : new CommandLine.Words(words);
  }

  /** Reads to the closing quote; returns whether there was one. */
  private boolean doubleQuoted() {
    while (at < text.length()) {
      char character = text.charAt(at++);
      if (character == '"') {
        return true;
      }
      if (character == '\\' && at < text.length() && "$`\"\\".indexOf(text.charAt(at)) >= 0) {
        word.append(text.charAt(at++));
      } else {
        word.append(character);
      }
    }
    return false;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }
}
