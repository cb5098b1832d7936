package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of the policy file that {@link SchemaCheck} found right, read with the schema's defaults.
 *
 * @param path where it stands
 * @param shape its keys
 * @param table what the file says
 */
record Section(KeyPath path, Shape.Fields shape, TomlValue.Table table) {
  static Section of(TomlValue.Table file) {
    return new Section(KeyPath.ROOT, PolicySchema.FILE, file);
  }

  /** Returns the word for an enum's constant in the file. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  boolean has(String name) {
    return table.fields().containsKey(name);
  }

  boolean flag(String name) {
    return value(name) instanceof TomlValue.Flag(boolean flag) && flag;
  }

  long whole(String name) {
    if (value(name) instanceof TomlValue.Whole(long number)) {
      return number;
    }
    throw unchecked(name);
  }

  String text(String name) {
    return optionalText(name).orElseThrow(() -> unchecked(name));
  }

  Optional<String> optionalText(String name) {
    return value(name) instanceof TomlValue.Text(String text)
        ? Optional.of(text)
        : Optional.empty();
  }

  List<String> texts(String name) {
    if (value(name) instanceof TomlValue.Items(List<TomlValue> items)) {
      return texts(items);
    }
    throw unchecked(name);
  }

  /** Returns the one of an enum's constants whose word stands at the key. */
  <E extends Enum<E>> E constant(String name, Class<E> type) {
    return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
  }

  /** Returns the table at a key; an empty one where the file has none. */
  Section section(String name) {
    if (key(name).shape() instanceof Shape.Fields inner
        && value(name) instanceof TomlValue.Table fields) {
      return new Section(path.child(name), inner, fields);
    }
    throw unchecked(name);
  }

  /** Returns the tables of a list of tables. */
  List<Section> sections(String name) {
    List<Section> sections = new ArrayList<>();
    if (key(name).shape() instanceof Shape.Listing(Shape.Fields inner, boolean mayBeEmpty)
        && value(name) instanceof TomlValue.Items(List<TomlValue> items)) {
      for (TomlValue item : items) {
        KeyPath way = path.child(name).item(sections.size());
        sections.add(new Section(way, inner, (TomlValue.Table) item));
      }
      return sections;
    }
    throw unchecked(name);
  }

  /** Returns the lists of texts of a table whose keys are the operator's names, in their order. */
  Map<String, List<String>> named(String name) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    if (value(name) instanceof TomlValue.Table(Map<String, TomlValue> fields)) {
      fields.forEach((key, value) -> lists.put(key, texts(((TomlValue.Items) value).items())));
    }
    return lists;
  }

  private static List<String> texts(List<TomlValue> items) {
    return items.stream().map(item -> ((TomlValue.Text) item).text()).toList();
  }

  private @Nullable TomlValue value(String name) {
    TomlValue given = table.fields().get(name);
    return given == null ? key(name).fallback() : given;
  }

  private Shape.Key key(String name) {
    return shape.key(name).orElseThrow(() -> new IllegalStateException("no key " + name));
  }

  private IllegalStateException unchecked(String name) {
    return new IllegalStateException(path.child(name) + " was not checked against the schema");
  }
}
