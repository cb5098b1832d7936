package dev.safemcp.safety.policy;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What a single text of the policy may be. Each method returns what is wrong, to stand after the
 * key, or nothing. Stateless.
 */
final class KeyRules {
  /** NAME_MAX of every file system in common use, in bytes. */
  private static final int LONGEST_NAME = 255;

  private static final int LONGEST_SENTENCE = 1000;

  /** A longer pattern is a program, and belongs elsewhere. */
  private static final int LONGEST_REGEX = 2000;

  private KeyRules() {}

  /** A path, relative or absolute. */
  static Optional<String> path(String text) {
    if (text.isBlank()) {
      return Optional.of("must not be empty");
    }
    if (text.equals("~") || text.startsWith("~/")) {
      return Optional.of("must be written out: '~' is not expanded");
    }
    try {
      return Path.of(text).toString().isEmpty()
          ? Optional.of("must not be empty")
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.of("is no path on this system: " + Wording.quoted(text));
    }
  }

  /** The bare name of a command. */
  static Optional<String> commandName(String text) {
    if (text.isEmpty()) {
      return Optional.of("must not be empty");
    }
    if (text.indexOf('/') >= 0) {
      return Optional.of(
          "must be a bare name, without a folder, not "
              + Wording.quoted(text)
              + " (lists compare the last component of a path)");
    }
    boolean plain =
        text.codePoints().allMatch(c -> Wording.isVisible(c) && !Character.isWhitespace(c));
    if (!plain || text.equals(".") || text.equals("..") || tooLong(text)) {
      return Optional.of("must be the bare name of one command, not " + Wording.quoted(text));
    }
    return Optional.empty();
  }

  /** One line for people, or a set of words. */
  static Optional<String> sentence(String text) {
    if (text.isBlank()) {
      return Optional.of("must not be empty");
    }
    if (text.length() > LONGEST_SENTENCE) {
      return Optional.of("must not be longer than " + LONGEST_SENTENCE + " characters");
    }
    if (!text.codePoints().allMatch(Wording::isVisible)) {
      return Optional.of("must be one line without control characters");
    }
    return Optional.empty();
  }

  /** The kind that stands in {@code [REDACTED:kind]}. */
  static Optional<String> patternName(String text) {
    if (RedactionPolicy.ExtraPattern.isName(text)) {
      return Optional.empty();
    }
    String near = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String say =
        RedactionPolicy.ExtraPattern.isName(near)
            ? ": write " + Wording.quoted(near)
            : ": it stands in [REDACTED:name]";
    return Optional.of("must be 1 to 64 of a-z, 0-9 and '-', not " + Wording.quoted(text) + say);
  }

  /** The length of a regex alone; its sense is for {@link OperatorPattern}. */
  static Optional<String> regexLength(String text) {
    return text.isEmpty() || text.length() > LONGEST_REGEX
        ? Optional.of("must have 1 to " + LONGEST_REGEX + " characters")
        : Optional.empty();
  }

  /** The name of a category, which is the name of a folder. */
  static Optional<String> categoryName(String text) {
    boolean plain =
        !text.isEmpty()
            && text.strip().equals(text)
            && !text.startsWith(".")
            && text.indexOf('/') < 0
            && text.indexOf('\\') < 0
            && text.codePoints().allMatch(Wording::isVisible)
            && !tooLong(text);
    return plain
        ? Optional.empty()
        : Optional.of(
            "must be named with one plain folder name: no separator, no leading dot,"
                + " no control character, no space around it");
  }

  /** The last suffix of a file name, with its dot. */
  static Optional<String> extension(String text) {
    if (!text.startsWith(".")) {
      return Optional.of(
          "must begin with a dot, as in "
              + Wording.quoted("." + text)
              + ", not as in "
              + Wording.quoted(text));
    }
    if (text.indexOf('.', 1) >= 0) {
      return Optional.of(
          "can never match: only the last suffix of a name counts, as in "
              + Wording.quoted(text.substring(text.lastIndexOf('.'))));
    }
    boolean plain =
        text.length() > 1
            && text.indexOf('/') < 0
            && text.codePoints().allMatch(Wording::isVisible)
            && !tooLong(text);
    return plain
        ? Optional.empty()
        : Optional.of("must be a dot and a suffix, not " + Wording.quoted(text));
  }

  private static boolean tooLong(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME;
  }
}
