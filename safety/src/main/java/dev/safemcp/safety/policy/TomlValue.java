package dev.safemcp.safety.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of the policy file, before anything is known of what it means. */
sealed interface TomlValue {
  /** Returns what it is, for a message on a wrong type. */
  String noun();

  /** A string. */
  record Text(String text) implements TomlValue {
    @Override
    public String noun() {
      return "a text";
    }
  }

  /** An integer; one that does not fit is held at the end of the range, which no key accepts. */
  record Whole(long number) implements TomlValue {
    @Override
    public String noun() {
      return "a whole number";
    }
  }

  /** True or false. */
  record Flag(boolean flag) implements TomlValue {
    @Override
    public String noun() {
      return "true or false";
    }
  }

  /** A float or a date: no key of the policy takes one. */
  record Foreign(String noun) implements TomlValue {}

  /** An array, or an array of tables. */
  record Items(List<TomlValue> items) implements TomlValue {
    public Items {
      items = List.copyOf(items);
    }

    @Override
    public String noun() {
      return "a list";
    }
  }

  /** A table, its keys in the file's order. */
  record Table(Map<String, TomlValue> fields) implements TomlValue {
    public Table {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    @Override
    public String noun() {
      return "a table";
    }
  }
}
