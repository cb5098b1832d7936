package dev.safemcp.server.files;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON Schemas of the tools' details. A refusal has an empty one, so no key is required. */
final class DetailSchemas {
  private static final Map<String, Object> TEXT = ordered("type", "string");
  private static final Map<String, Object> COUNT = ordered("type", "integer", "minimum", 0);
  private static final Map<String, Object> FLAG = ordered("type", "boolean");
  private static final Map<String, Object> TEXT_OR_NULL =
      ordered("type", List.of("string", "null"));
  private static final Map<String, Object> MOVES = list("dest", TEXT, "src", TEXT);

  static final Map<String, Object> LIST_FILES =
      object(
          "subdir", TEXT,
          "entry_count", COUNT,
          "entries",
              list(
                  "name", TEXT,
                  "size", COUNT,
                  "category", TEXT_OR_NULL,
                  "would_move", FLAG,
                  "code", TEXT,
                  "reason", TEXT,
                  "rule", TEXT_OR_NULL),
          "truncated", FLAG);

  static final Map<String, Object> PLAN_ORGANIZE =
      object(
          "created", TEXT,
          "move_count", COUNT,
          "moves", list("category", TEXT, "dest", TEXT, "size", COUNT, "src", TEXT),
          "plan_id", TEXT,
          "skip_count", COUNT,
          "skips", list("code", TEXT, "name", TEXT, "reason", TEXT, "rule", TEXT_OR_NULL),
          "truncated", FLAG);

  static final Map<String, Object> APPLY_PLAN =
      object(
          "moved", COUNT,
          "moves", MOVES,
          "plan_id", TEXT,
          "planned", COUNT,
          "stale", list("reason", TEXT, "src", TEXT));

  static final Map<String, Object> MOVE_FILE = object("dest", TEXT, "moved", COUNT, "src", TEXT);

  static final Map<String, Object> UNDO_LAST_ACTION =
      object("undone", TEXT, "restored", COUNT, "moves", MOVES);

  static final Map<String, Object> REDO_LAST_ACTION =
      object("redone", TEXT, "moved", COUNT, "moves", MOVES);

  private DetailSchemas() {}

  private static Map<String, Object> object(Object... properties) {
    return ordered(
        "type", "object", "properties", ordered(properties), "additionalProperties", false);
  }

  private static Map<String, Object> list(Object... properties) {
    return ordered("type", "array", "items", object(properties));
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
