package dev.safemcp.safety.policy;

import java.util.List;

/**
 * One value of the policy in force, and who said it.
 *
 * @param key its way in the file, as in {@code terminal.rules[0].reason}
 * @param value what holds
 * @param origin who said it
 */
public record Setting(String key, Value value, Origin origin) {
  /** What holds. */
  public sealed interface Value {
    /** A text; a path is absolute. */
    record Text(String text) implements Value {}

    /** A number. */
    record Whole(long number) implements Value {}

    /** True or false. */
    record Flag(boolean flag) implements Value {}

    /** A list of texts. */
    record Texts(List<String> texts) implements Value {
      public Texts {
        texts = List.copyOf(texts);
      }
    }

    /** Nothing: the key has no default. */
    record Unset() implements Value {}
  }

  /** Who said it. */
  public sealed interface Origin {
    /** Nobody: it is the default. */
    record Default() implements Origin {}

    /**
     * The policy file.
     *
     * @param line from 1; 0 where it is not known
     */
    record File(int line) implements Origin {}

    /** A variable of the environment. */
    record Environment(String variable) implements Origin {}
  }
}
