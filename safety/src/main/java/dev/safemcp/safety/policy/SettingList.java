package dev.safemcp.safety.policy;

import dev.safemcp.safety.policy.Setting.Origin;
import dev.safemcp.safety.policy.Setting.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Walks a policy file along the {@link PolicySchema}: every key, also those that it lacks. */
final class SettingList {
  private final LoadingContext context;
  private final KeyLocator locator;
  private final List<Setting> settings = new ArrayList<>();

  private SettingList(LoadingContext context) {
    this.context = context;
    this.locator = KeyLocator.of(context.file().text());
  }

  /** Returns the settings in the schema's order. */
  static List<Setting> of(TomlValue.Table file, LoadingContext context) {
    SettingList list = new SettingList(context);
    list.fields(KeyPath.ROOT, PolicySchema.FILE, file);
    return List.copyOf(list.settings);
  }

  private void fields(KeyPath path, Shape.Fields shape, TomlValue.Table table) {
    for (Shape.Key key : shape.keys()) {
      value(path.child(key.name()), key, table.fields().get(key.name()));
    }
  }

  private void value(KeyPath path, Shape.Key key, @Nullable TomlValue given) {
    TomlValue value = given == null ? key.fallback() : given;
    switch (key.shape()) {
      case Shape.Fields fields when value instanceof TomlValue.Table table ->
          fields(path, fields, table);
      case Shape.Listing(Shape.Fields element, boolean mayBeEmpty)
          when value instanceof TomlValue.Items(List<TomlValue> items) && !items.isEmpty() -> {
        for (int i = 0; i < items.size(); i++) {
          if (items.get(i) instanceof TomlValue.Table entry) {
            fields(path.item(i), element, entry);
          }
        }
      }
      case Shape.Named named when value instanceof TomlValue.Table(Map<String, TomlValue> names) ->
          names.forEach(
              (name, list) ->
                  add(path.child(name), named.element(), list, origin(path.child(name), list)));
      default -> add(path, key.shape(), value, origin(path, given));
    }
  }

  private Origin origin(KeyPath path, @Nullable TomlValue given) {
    Optional<String> variable = Variables.over(path, context.environment());
    if (variable.isPresent()) {
      return new Origin.Environment(variable.get());
    }
    return given == null
        ? new Origin.Default()
        : new Origin.File(locator.find(path).map(Position::line).orElse(0));
  }

  private void add(KeyPath path, Shape shape, @Nullable TomlValue value, Origin origin) {
    Path start =
        origin instanceof Origin.Environment ? context.workingDirectory() : context.file().folder();
    String word =
        origin instanceof Origin.Environment(String variable)
            ? context.environment().getOrDefault(variable, "")
            : value instanceof TomlValue.Text(String text) ? text : "";
    Value held =
        switch (value) {
          case TomlValue said when !word.isEmpty() -> text(shape, word, start);
          case null -> word.isEmpty() ? new Value.Unset() : text(shape, word, start);
          case TomlValue.Text(String text) -> new Value.Text(text);
          case TomlValue.Whole(long number) -> new Value.Whole(number);
          case TomlValue.Flag(boolean flag) -> new Value.Flag(flag);
          case TomlValue.Items(List<TomlValue> items) -> texts(shape, items, start);
          default -> new Value.Unset();
        };
    settings.add(new Setting(path.dotted(), held, origin));
  }

  private static Value texts(Shape shape, List<TomlValue> items, Path start) {
    Shape element = shape instanceof Shape.Listing(Shape inner, boolean mayBeEmpty) ? inner : shape;
    return new Value.Texts(
        items.stream()
            .map(item -> item instanceof TomlValue.Text(String text) ? text : "")
            .map(text -> ((Value.Text) text(element, text, start)).text())
            .toList());
  }

  /** A path means what it resolves to. */
  private static Value text(Shape shape, String text, Path start) {
    boolean path =
        shape instanceof Shape.Text(TextRule rule)
            && rule == TextRule.PATH
            && rule.fault(text).isEmpty();
    return new Value.Text(path ? start.resolve(text).normalize().toString() : text);
  }
}
