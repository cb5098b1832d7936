package dev.safemcp.safety.policy;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a text of the policy may be: the loader's rule, and as much of it as a JSON Schema can say.
 * The schema never refuses what the loader takes.
 */
enum TextRule {
  /** A path, relative or absolute. */
  PATH("^([^~]|~[^/])", Integer.MAX_VALUE),
  /** The bare name of a command. */
  COMMAND_NAME("^[^/ \\t\\r\\n]+$", 255),
  /** One line for people, or a set of words. */
  SENTENCE("[^ \\t\\r\\n]", 1000),
  /** The kind that stands in {@code [REDACTED:kind]}. */
  PATTERN_NAME("^[a-z0-9-]{1,64}$", 64),
  /** A regular expression; its sense is for {@link OperatorPattern}. */
  REGEX("", 2000),
  /** The name of a category, which is the name of a folder. */
  CATEGORY_NAME("^[^./\\\\][^/\\\\]*$", 255),
  /** The last suffix of a file name, with its dot. */
  EXTENSION("^\\.[^./]+$", 255),
  /** Any text. */
  ANY("", Integer.MAX_VALUE);

  private final String pattern;
  private final int longest;

  TextRule(String pattern, int longest) {
    this.pattern = pattern;
    this.longest = longest;
  }

  /** Returns what is wrong with a text, as in "must not be empty"; nothing if it is right. */
  Optional<String> fault(String text) {
    return switch (this) {
      case PATH -> KeyRules.path(text);
      case COMMAND_NAME -> KeyRules.commandName(text);
      case SENTENCE -> KeyRules.sentence(text);
      case PATTERN_NAME -> KeyRules.patternName(text);
      case REGEX -> KeyRules.regexLength(text);
      case CATEGORY_NAME -> KeyRules.categoryName(text);
      case EXTENSION -> KeyRules.extension(text);
      case ANY -> Optional.empty();
    };
  }

  /** Returns a pattern (ECMA 262) that every right text has a match for; empty where any has. */
  Optional<String> pattern() {
    return pattern.isEmpty() ? Optional.empty() : Optional.of(pattern);
  }

  /** Returns how many characters a right text has at most. */
  OptionalInt longest() {
    return longest == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(longest);
  }
}
