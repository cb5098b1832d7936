package dev.safemcp.stdio.catalogue;

import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.ResultCode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON Schemas of a tool's arguments and of its answers. Stateless. */
public final class Schemas {
  private Schemas() {}

  /** Returns the schema of the arguments that the check of a call accepts. */
  public static Map<String, Object> input(List<Parameter> parameters) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      Map<String, Object> text = described("string", parameter.description());
      text.put("maxLength", parameter.maxLength());
      parameter.otherwise().ifPresent(otherwise -> text.put("default", otherwise));
      properties.put(parameter.name(), text);
    }
    List<String> required =
        parameters.stream().filter(Parameter::required).map(Parameter::name).toList();
    return object(properties, required);
  }

  /**
   * Returns the schema of the envelope.
   *
   * @param action the tool's name
   * @param detail the schema of its detail; it must hold for the empty object too, which is what a
   *     refusal carries
   */
  public static Map<String, Object> output(String action, Map<String, Object> detail) {
    if (detail.containsKey("required")) {
      throw new IllegalArgumentException("the detail of " + action + " cannot be required");
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("ok", described("boolean", "whether the call did what was asked"));
    properties.put(
        "code",
        ordered(
            "type", "string",
            "description", "how the call ended",
            "enum", Arrays.stream(ResultCode.values()).map(Enum::name).toList()));
    properties.put("action", ordered("type", "string", "const", action));
    properties.put("reason", described("string", "why, in one sentence"));
    properties.put("detail", detail);
    properties.put(
        "duration_ms",
        ordered("type", "integer", "minimum", 0, "description", "wall-clock milliseconds"));
    return object(properties, List.copyOf(properties.keySet()));
  }

  private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
    return ordered(
        "type",
        "object",
        "properties",
        properties,
        "required",
        required,
        "additionalProperties",
        false);
  }

  private static Map<String, Object> described(String type, String description) {
    return ordered("type", type, "description", description);
  }

  /** Keeps the order of the keys, which {@code Map.of} shuffles at every start. */
  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
