package dev.safemcp.safety.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into words by POSIX quoting. It holds no metacharacter and no control character.
 * Stateless.
 */
final class WordSplitter {
  private WordSplitter() {}

  static CommandLine split(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ' ') {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
        i++;
        continue;
      }
      inWord = true;
      switch (c) {
        case '\\' -> {
          if (i + 1 == text.length()) {
            return new CommandLine.Malformed(
                "a backslash at the end escapes nothing: remove it or double it");
          }
          word.append(text.charAt(i + 1));
          i += 2;
        }
        case '\'' -> {
          int end = text.indexOf('\'', i + 1);
          if (end < 0) {
            return unbalanced('\'');
          }
          word.append(text, i + 1, end);
          i = end + 1;
        }
        case '"' -> {
          i = quoted(text, i + 1, word);
          if (i < 0) {
            return unbalanced('"');
          }
        }
        default -> {
          word.append(c);
          i++;
        }
      }
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words.isEmpty()
        ? new CommandLine.Refused("the command is empty: name a program")
        : new CommandLine.Words(words);
  }

  /** Reads to the closing double quote; a backslash escapes only what would be special there. */
  private static int quoted(String text, int from, StringBuilder word) {
    int i = from;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '"') {
        return i + 1;
      }
      if (c == '\\' && i + 1 < text.length() && "\\\"$`".indexOf(text.charAt(i + 1)) >= 0) {
        word.append(text.charAt(i + 1));
        i += 2;
      } else {
        word.append(c);
        i++;
      }
    }
    return -1;
  }

  private static CommandLine unbalanced(char quote) {
    return new CommandLine.Malformed(
        "a " + quote + " quote is not closed: close it, or escape it with a backslash");
  }
}
