package dev.safemcp.safety.policy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a key of the policy file takes. */
sealed interface Shape {
  /** Returns what it is, for a message: "must be ...". */
  String noun();

  /**
   * A string.
   *
   * @param rule which strings are right
   */
  record Text(TextRule rule) implements Shape {
    @Override
    public String noun() {
      return "a text";
    }
  }

  /** One word of several. */
  record Choice(List<String> words) implements Shape {
    @Override
    public String noun() {
      return Wording.either(words);
    }
  }

  /** True or false. */
  record Flag() implements Shape {
    @Override
    public String noun() {
      return "true or false";
    }
  }

  /**
   * An integer within bounds, both included.
   *
   * @param zeroMeansNone whether zero is taken too, whatever the lower bound
   */
  record Whole(long least, long most, boolean zeroMeansNone) implements Shape {
    boolean accepts(long number) {
      return (number >= least && number <= most) || (zeroMeansNone && number == 0);
    }

    String bounds() {
      return (zeroMeansNone && least > 0 ? "0 (no limit) or " : "")
          + "from "
          + least
          + " to "
          + most
          + (zeroMeansNone && least == 0 ? " (0: no limit)" : "");
    }

    @Override
    public String noun() {
      return "a whole number";
    }
  }

  /** A list of equals. */
  record Listing(Shape element, boolean mayBeEmpty) implements Shape {
    @Override
    public String noun() {
      return element instanceof Fields ? "a list of tables" : "a list of texts";
    }
  }

  /** A table of known keys. */
  record Fields(List<Key> keys) implements Shape {
    @Override
    public String noun() {
      return "a table";
    }

    List<String> names() {
      return keys.stream().map(Key::name).toList();
    }

    Optional<Key> key(String name) {
      return keys.stream().filter(key -> key.name().equals(name)).findFirst();
    }
  }

  /** A table whose keys are the operator's own names. */
  record Named(TextRule name, Shape element) implements Shape {
    @Override
    public String noun() {
      return "a table";
    }
  }

  /**
   * A key of a table.
   *
   * @param fallback what holds where the key is absent; null where nothing does
   * @param required whether the table is wrong without it
   */
  record Key(String name, Shape shape, @Nullable TomlValue fallback, boolean required) {}
}
