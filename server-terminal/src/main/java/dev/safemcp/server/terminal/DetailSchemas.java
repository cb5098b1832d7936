package dev.safemcp.server.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON Schemas of the two tools' details. A refusal's detail is empty, so no field is required.
 * Stateless.
 */
final class DetailSchemas {
  private DetailSchemas() {}

  static Map<String, Object> run() {
    return object(
        fields(
            "stdout", typed("string", "what the command wrote, redacted and cut"),
            "stderr", typed("string", "the same of its errors"),
            "exit_code",
                fields(
                    "type",
                    List.of("integer", "null"),
                    "description",
                    "0 to 255; 128 plus the signal that ended it; null after a timeout")));
  }

  static Map<String, Object> explain() {
    return object(
        fields(
            "argv", texts("the words that would be run"),
            "cwd", typed("string", "the folder, relative to the root"),
            "environment", texts("the names that the command's environment would have"),
            "arguments_contained",
                typed(
                    "boolean", "whether arguments that name a place outside the root are refused"),
            "limits", limits(),
            "kernel",
                object(
                    fields(
                        "held", texts("what the kernel would enforce on the command"),
                        "not_held", texts("what it would not")))));
  }

  private static Map<String, Object> limits() {
    return object(
        fields(
            "timeout_seconds", bound("wall-clock time"),
            "max_output_bytes", bound("what is kept of each of stdout and stderr"),
            "cpu_seconds", bound("processor time; 0 means no bound"),
            "memory_bytes", bound("address space; 0 means no bound"),
            "file_bytes", bound("largest file that it may write; 0 means no bound"),
            "processes", bound("processes at one time; 0 means no bound")));
  }

  private static Map<String, Object> bound(String description) {
    return fields("type", "integer", "minimum", 0, "description", description);
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    return fields("type", "object", "properties", properties, "additionalProperties", false);
  }

  private static Map<String, Object> typed(String type, String description) {
    return fields("type", type, "description", description);
  }

  private static Map<String, Object> texts(String description) {
    return fields("type", "array", "items", fields("type", "string"), "description", description);
  }

  /** Keeps the order in which keys are given: a client sees the same bytes at every start. */
  private static Map<String, Object> fields(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
