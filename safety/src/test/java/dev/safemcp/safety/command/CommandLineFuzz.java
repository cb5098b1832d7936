package dev.safemcp.safety.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code fuzz/run.sh} feeds: any text is refused, malformed, or the words that a second parser
 * finds, written from the standard's grammar as regular expressions.
 */
public final class CommandLineFuzz {
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "[;|&<>`]|\\$\\(|[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]", Pattern.DOTALL);
  private static final Pattern PART =
      Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|\\\\(.)|([^'\"\\\\ ])", Pattern.DOTALL);
  private static final Pattern ESCAPED = Pattern.compile("\\\\([$`\"\\\\])");

  private CommandLineFuzz() {}

  /** Takes one input; an exception is a finding. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    check(new String(bytes, StandardCharsets.UTF_8));
    check(new String(bytes, StandardCharsets.UTF_16LE)); // has lone surrogates
  }

  private static void check(String text) {
    switch (CommandLine.parse(text)) {
      case CommandLine.Refused refused -> {
        boolean joined = words(text).filter(CommandLineFuzz::anyForbidden).isPresent();
        require(text.isBlank() || FORBIDDEN.matcher(text).find() || joined, "refused for nothing");
        require(!refused.reason().isBlank() && refused.reason().length() < 200, "what reason?");
      }
      case CommandLine.Malformed malformed -> {
        require(!FORBIDDEN.matcher(text).find(), "a forbidden character is malformed");
        require(words(text).isEmpty(), "it splits");
      }
      case CommandLine.Words split -> {
        require(!FORBIDDEN.matcher(text).find(), "a forbidden character passed");
        require(!anyForbidden(split.words()), "a forbidden character came to be");
        require(words(text).equals(Optional.of(split.words())), "another parser splits otherwise");
        require(CommandLine.parse(quoted(split.words())).equals(split), "quoting changes it");
      }
    }
  }

  private static boolean anyForbidden(List<String> words) {
    return words.stream().anyMatch(word -> FORBIDDEN.matcher(word).find());
  }

  private static String quoted(List<String> words) {
    return String.join(
        " ", words.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").toList());
  }

  /** Returns the words, or nothing where the text does not parse to its end. */
  private static Optional<List<String>> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher part = PART.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == ' ') {
        at++;
        continue;
      }
      StringBuilder word = new StringBuilder();
      while (at < text.length() && text.charAt(at) != ' ') {
        if (!part.region(at, text.length()).lookingAt()) {
          return Optional.empty();
        }
        for (int group = 1; group <= 4; group++) {
          String found = part.group(group);
          if (found != null) {
            word.append(group == 2 ? ESCAPED.matcher(found).replaceAll("$1") : found);
          }
        }
        at = part.end();
      }
      words.add(word.toString());
    }
    return Optional.of(words);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
