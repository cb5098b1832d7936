package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares a policy file with the {@link PolicySchema}: unknown keys, types, bounds, words,
 * required keys. Not thread-safe.
 */
final class SchemaCheck {
  private final Faults faults;

  SchemaCheck(Faults faults) {
    this.faults = faults;
  }

  /** Notes every fault of the file. */
  void check(TomlValue.Table file) {
    fields(KeyPath.ROOT, PolicySchema.FILE, file);
  }

  private void value(KeyPath path, Shape shape, TomlValue value) {
    switch (shape) {
      case Shape.Text text when value instanceof TomlValue.Text(String given) ->
          text.rule().fault(given).ifPresent(fault -> faults.at(path, path + " " + fault));
      case Shape.Choice choice when value instanceof TomlValue.Text(String given) ->
          word(path, choice, given);
      case Shape.Flag flag when value instanceof TomlValue.Flag -> {}
      case Shape.Whole whole when value instanceof TomlValue.Whole(long number) -> {
        if (!whole.accepts(number)) {
          faults.at(path, path + " must be " + whole.bounds() + ", not " + number(number));
        }
      }
      case Shape.Listing list when value instanceof TomlValue.Items(List<TomlValue> items) ->
          items(path, list, items);
      case Shape.Fields fields when value instanceof TomlValue.Table table ->
          fields(path, fields, table);
      case Shape.Named named when value instanceof TomlValue.Table table ->
          named(path, named, table);
      default -> wrongType(path, shape, value);
    }
  }

  private void wrongType(KeyPath path, Shape shape, TomlValue value) {
    String hint =
        shape instanceof Shape.Listing(Shape.Fields element, boolean mayBeEmpty)
                && value instanceof TomlValue.Table
            ? ": write [[" + path + "]]"
            : "";
    faults.at(path, path + " must be " + shape.noun() + ", not " + value.noun() + hint);
  }

  private static String number(long number) {
    return number == Long.MAX_VALUE || number == Long.MIN_VALUE
        ? "a number that large"
        : Long.toString(number);
  }

  private void word(KeyPath path, Shape.Choice choice, String given) {
    if (!choice.words().contains(given)) {
      faults.at(path, path + " must be " + choice.noun() + ", not " + Wording.quoted(given));
    }
  }

  private void items(KeyPath path, Shape.Listing list, List<TomlValue> items) {
    if (items.isEmpty() && !list.mayBeEmpty()) {
      faults.at(path, path + " must not be empty");
    }
    for (int i = 0; i < items.size(); i++) {
      value(path.item(i), list.element(), items.get(i));
    }
  }

  private void fields(KeyPath path, Shape.Fields shape, TomlValue.Table table) {
    for (Map.Entry<String, TomlValue> field : table.fields().entrySet()) {
      KeyPath child = path.child(field.getKey());
      Optional<Shape.Key> key = shape.key(field.getKey());
      if (key.isPresent()) {
        value(child, key.get().shape(), field.getValue());
      } else {
        unknown(child, field.getKey(), shape);
      }
    }
    for (Shape.Key key : shape.keys()) {
      if (key.required() && !table.fields().containsKey(key.name())) {
        faults.missing(
            path,
            path + " lacks the key " + Wording.quoted(key.name()) + ": " + key.shape().noun());
      }
    }
  }

  private void unknown(KeyPath path, String name, Shape.Fields shape) {
    List<String> homes = new ArrayList<>();
    collectHomes(KeyPath.ROOT, PolicySchema.FILE, name, homes);
    String meant =
        homes.size() == 1
            ? "it belongs " + homes.get(0)
            : "did you mean "
                + Wording.quoted(NearestWord.of(name, shape.names()).orElse(""))
                + "?";
    faults.at(path, "unknown key '" + path + "': " + meant);
  }

  /** Finds the tables, but not the lists of tables, that know a key of exactly this name. */
  private static void collectHomes(
      KeyPath path, Shape.Fields shape, String name, List<String> homes) {
    for (Shape.Key key : shape.keys()) {
      if (key.name().equals(name)) {
        homes.add(
            path.equals(KeyPath.ROOT)
                ? "at the top of the file, before the first [table]"
                : "in [" + path + "]");
      }
      if (key.shape() instanceof Shape.Fields inner) {
        collectHomes(path.child(key.name()), inner, name, homes);
      }
    }
  }

  private void named(KeyPath path, Shape.Named shape, TomlValue.Table table) {
    for (Map.Entry<String, TomlValue> field : table.fields().entrySet()) {
      KeyPath child = path.child(field.getKey());
      shape.name().fault(field.getKey()).ifPresent(fault -> faults.at(child, child + " " + fault));
      value(child, shape.element(), field.getValue());
    }
  }
}
