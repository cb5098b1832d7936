package dev.safemcp.safety.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the {@link PolicySchema} as JSON Schema (draft 7, which editors read best), each key with
 * the template's comment on it.
 */
final class PolicyJsonSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> template;
  private final KeyLocator places;

  private PolicyJsonSchema(String template) {
    this.template = template.lines().toList();
    // The roots stand there as comments: seen from here they are keys like any other.
    this.places =
        KeyLocator.of(
            template.replace("\n# jail_root", "\njail_root").replace("\n# work", "\nwork"));
  }

  /**
   * Returns the schema's text.
   *
   * @param template policy.toml, which explains every key
   */
  static String of(String template) throws JsonProcessingException {
    PolicyJsonSchema schema = new PolicyJsonSchema(template);
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", "http://json-schema.org/draft-07/schema#");
    root.put("title", "safe-mcp policy");
    schema.fields(root, KeyPath.ROOT, PolicySchema.FILE);
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withArrayEmptySeparator("")
                .withObjectEmptySeparator(""));
    printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
    return JSON.writer(printer).writeValueAsString(root) + "\n";
  }

  private void fields(ObjectNode node, KeyPath path, Shape.Fields shape) {
    node.put("type", "object").put("additionalProperties", false);
    List<String> required =
        shape.keys().stream().filter(Shape.Key::required).map(Shape.Key::name).toList();
    if (!required.isEmpty()) {
      ArrayNode names = node.putArray("required");
      required.forEach(names::add);
    }
    ObjectNode properties = node.putObject("properties");
    for (Shape.Key key : shape.keys()) {
      KeyPath way = path.child(key.name());
      ObjectNode property = properties.putObject(key.name());
      comment(way)
          .or(() -> comment(way.item(0)))
          .ifPresent(text -> property.put("description", text));
      shape(property, way, key.shape());
      fallback(property, key.fallback());
    }
  }

  private void shape(ObjectNode node, KeyPath path, Shape shape) {
    switch (shape) {
      case Shape.Text(TextRule rule) -> text(node, rule);
      case Shape.Choice(List<String> words) -> {
        ArrayNode values = node.put("type", "string").putArray("enum");
        words.forEach(values::add);
      }
      case Shape.Flag() -> node.put("type", "boolean");
      case Shape.Whole(long least, long most, boolean zeroMeansNone) -> {
        node.put("type", "integer");
        if (zeroMeansNone && least > 0) {
          ArrayNode ways = node.putArray("anyOf");
          ways.addObject().put("const", 0);
          ways.addObject().put("minimum", least).put("maximum", most);
        } else {
          node.put("minimum", least).put("maximum", most);
        }
      }
      case Shape.Listing(Shape element, boolean mayBeEmpty) -> {
        node.put("type", "array");
        if (!mayBeEmpty) {
          node.put("minItems", 1);
        }
        shape(node.putObject("items"), path.item(0), element);
      }
      case Shape.Fields fields -> fields(node, path, fields);
      case Shape.Named(TextRule name, Shape element) -> {
        node.put("type", "object");
        text(node.putObject("propertyNames"), name);
        shape(node.putObject("additionalProperties"), path.item(0), element);
      }
    }
  }

  private static void text(ObjectNode node, TextRule rule) {
    node.put("type", "string");
    if (rule.fault("").isPresent()) {
      node.put("minLength", 1);
    }
    rule.longest().ifPresent(longest -> node.put("maxLength", longest));
    rule.pattern().ifPresent(pattern -> node.put("pattern", pattern));
  }

  private static void fallback(
      ObjectNode node, @org.jspecify.annotations.Nullable TomlValue value) {
    switch (value) {
      case TomlValue.Text(String text) -> node.put("default", text);
      case TomlValue.Whole(long number) -> node.put("default", number);
      case TomlValue.Flag(boolean flag) -> node.put("default", flag);
      case TomlValue.Items(List<TomlValue> items) -> node.putArray("default");
      case TomlValue.Table(Map<String, TomlValue> keys) -> {}
      case TomlValue.Foreign foreign -> throw new IllegalStateException(foreign.noun());
      case null -> {}
    }
  }

  /** Returns the comment right above a key of the template, as one line. */
  private Optional<String> comment(KeyPath key) {
    List<String> lines = new ArrayList<>();
    int above = places.find(key).map(Position::line).orElse(1) - 2;
    for (int i = above; i >= 0 && template.get(i).startsWith("#"); i--) {
      lines.addFirst(template.get(i).substring(1).strip());
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", lines));
  }
}
