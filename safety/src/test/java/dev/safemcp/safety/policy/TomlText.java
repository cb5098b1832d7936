package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes values as TOML again: one line for each key of the file's table, all else inline. */
final class TomlText {
  private TomlText() {}

  static String of(TomlValue.Table file) {
    return of(file, false);
  }

  /**
   * Writes the keys of known tables in the opposite order; the operator's own names keep theirs.
   */
  static String backwards(TomlValue.Table file) {
    return of(file, true);
  }

  private static String of(TomlValue.Table file, boolean backwards) {
    return fields(file, PolicySchema.FILE, backwards).stream()
        .map(field -> field + "\n")
        .collect(Collectors.joining());
  }

  private static List<String> fields(TomlValue.Table table, Shape shape, boolean backwards) {
    List<String> fields = new ArrayList<>();
    for (Map.Entry<String, TomlValue> field : table.fields().entrySet()) {
      Shape inner =
          switch (shape) {
            case Shape.Fields known ->
                known.key(field.getKey()).map(Shape.Key::shape).orElse(shape);
            case Shape.Named named -> named.element();
            default -> shape;
          };
      fields.add(quoted(field.getKey()) + " = " + value(field.getValue(), inner, backwards));
    }
    return backwards && shape instanceof Shape.Fields ? fields.reversed() : fields;
  }

  private static String value(TomlValue value, Shape shape, boolean backwards) {
    return switch (value) {
      case TomlValue.Text(String text) -> quoted(text);
      case TomlValue.Whole(long number) -> Long.toString(number);
      case TomlValue.Flag(boolean flag) -> Boolean.toString(flag);
      case TomlValue.Foreign foreign -> "1.5";
      case TomlValue.Items(List<TomlValue> items) ->
          items.stream()
              .map(
                  item ->
                      value(
                          item,
                          shape instanceof Shape.Listing list ? list.element() : shape,
                          backwards))
              .collect(Collectors.joining(", ", "[", "]"));
      case TomlValue.Table table ->
          "{ " + String.join(", ", fields(table, shape, backwards)) + " }";
    };
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c ->
                quoted.append(
                    c < 0x20 || c == '"' || c == '\\' || c == 0x7f
                        ? String.format("\\u%04x", c)
                        : Character.toString((char) c)));
    return quoted.append('"').toString();
  }
}
