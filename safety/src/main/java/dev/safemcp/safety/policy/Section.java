package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One table of the file, read key by key with its types and bounds. What was not asked for in the
 * end is an unknown key.
 */
final class Section {
  private final TomlDocument document;
  private final String path;
  private final Map<String, Object> table;
  private final Set<String> known = new HashSet<>();

  private Section(TomlDocument document, String path, Map<String, Object> table) {
    this.document = document;
    this.path = path;
    this.table = table;
  }

  static Section root(TomlDocument document) {
    return new Section(document, "", document.root());
  }

  /** Returns a refusal that says where: file, line, key. */
  Refusal refuse(String key, String what) {
    return refuse(document, dotted(key), what);
  }

  private static Refusal refuse(TomlDocument document, String dotted, String what) {
    StringBuilder reason = new StringBuilder("'").append(document.name()).append("'");
    KeyLocator.line(document.text(), dotted)
        .ifPresent(line -> reason.append(": line ").append(line));
    return new Refusal(reason.append(": '").append(dotted).append("' ").append(what).toString());
  }

  private String dotted(String key) {
    return path.isEmpty() ? key : key.isEmpty() ? path : path + "." + key;
  }

  private @Nullable Object raw(String key) {
    known.add(key);
    return table.get(key);
  }

  boolean has(String key) {
    return table.containsKey(key);
  }

  Optional<String> text(String key) throws Refusal {
    return switch (raw(key)) {
      case null -> Optional.empty();
      case String text -> Optional.of(text);
      default -> throw refuse(key, "must be a string");
    };
  }

  String requiredText(String key, String why) throws Refusal {
    Optional<String> text = text(key);
    if (text.isEmpty() || text.get().isBlank()) {
      throw refuse(key, "is missing: " + why);
    }
    return text.get();
  }

  boolean flag(String key, boolean otherwise) throws Refusal {
    return switch (raw(key)) {
      case null -> otherwise;
      case Boolean flag -> flag;
      default -> throw refuse(key, "must be true or false");
    };
  }

  long number(String key, long otherwise, long least, long most) throws Refusal {
    return switch (raw(key)) {
      case null -> otherwise;
      case Long number when number >= least && number <= most -> number;
      case Long number ->
          throw refuse(
              key,
              "is " + number + ", which is out of range: it must be from " + least + " to " + most);
      case Double number when number.isInfinite() ->
          throw refuse(key, "is out of range: it must be from " + least + " to " + most);
      default -> throw refuse(key, "must be a whole number");
    };
  }

  List<String> texts(String key) throws Refusal {
    List<String> texts = new ArrayList<>();
    for (Object element : list(key)) {
      if (!(element instanceof String text)) {
        throw refuse(key, "must be a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  private List<?> list(String key) throws Refusal {
    return switch (raw(key)) {
      case null -> List.of();
      case List<?> list -> list;
      default -> throw refuse(key, "must be a list");
    };
  }

  /** Reads a word of an enumeration, written in lower case with dashes. */
  <E extends Enum<E>> E word(String key, Class<E> type, E otherwise) throws Refusal {
    Optional<String> word = text(key);
    return word.isEmpty() ? otherwise : wordOf(key, word.get(), type);
  }

  <E extends Enum<E>> E wordOf(String key, String word, Class<E> type) throws Refusal {
    List<String> words = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String known = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (known.equals(word)) {
        return constant;
      }
      words.add(known);
    }
    throw refuse(
        key,
        "has the unknown word '"
            + word
            + "'"
            + meant(word, words)
            + ": it must be one of "
            + String.join(", ", words));
  }

  /** Reads a table within this one; an absent one is an empty one. */
  Section section(String key) throws Refusal {
    return switch (raw(key)) {
      case null -> new Section(document, dotted(key), Map.of());
      case Map<?, ?> map -> new Section(document, dotted(key), checked(map));
      default -> throw refuse(key, "must be a table");
    };
  }

  /** Reads an array of tables. */
  List<Section> sections(String key) throws Refusal {
    List<Section> sections = new ArrayList<>();
    for (Object element : list(key)) {
      if (!(element instanceof Map<?, ?> map)) {
        throw refuse(key, "must be a list of tables");
      }
      sections.add(new Section(document, dotted(key) + "[" + sections.size() + "]", checked(map)));
    }
    return sections;
  }

  /**
   * Returns the keys in the file's order, all of them known from now on: the operator names them.
   */
  List<String> freeKeys() {
    known.addAll(table.keySet());
    return List.copyOf(table.keySet());
  }

  /** Refuses the first key that nobody asked for. */
  void nothingElse() throws Refusal {
    for (String key : table.keySet()) {
      if (!known.contains(key)) {
        throw refuse(key, "is no known key" + meant(key, known));
      }
    }
  }

  private static String meant(String typo, java.util.Collection<String> known) {
    return NearestKey.of(typo, known).map(near -> " (did you mean '" + near + "'?)").orElse("");
  }

  private static Map<String, Object> checked(Map<?, ?> map) {
    Map<String, Object> table = new java.util.LinkedHashMap<>();
    map.forEach((key, value) -> table.put(String.valueOf(key), value));
    return table;
  }
}
