package dev.safemcp.stdio.catalogue;

import dev.safemcp.safety.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server and its tools, in the terms of the protocol. Immutable.
 *
 * @param name {@code serverInfo.name}
 * @param version {@code serverInfo.version}
 * @param instructions for the model
 * @param tools in the order in which they are listed; no two of one name
 */
public record Catalogue(String name, String version, String instructions, List<Entry> tools) {
  public Catalogue {
    tools = List.copyOf(tools);
    Map<String, Entry> named = new LinkedHashMap<>();
    for (Entry tool : tools) {
      if (named.put(tool.operation().name(), tool) != null) {
        throw new IllegalArgumentException("two tools are called " + tool.operation().name());
      }
    }
  }

  /** Returns the tool of that name. */
  public Optional<Entry> find(String name) {
    return tools.stream().filter(tool -> tool.operation().name().equals(name)).findFirst();
  }

  /**
   * One tool.
   *
   * @param operation what it does
   * @param title a short name for people
   * @param description for the model
   * @param inputSchema JSON Schema of the arguments
   * @param outputSchema JSON Schema of the envelope
   * @param hints what it may do to the world
   */
  public record Entry(
      Operation operation,
      String title,
      String description,
      Map<String, Object> inputSchema,
      Map<String, Object> outputSchema,
      Hints hints) {}

  /**
   * What a tool may do to the world.
   *
   * @param readOnly it changes nothing
   * @param destructive it may destroy
   * @param idempotent doing it twice is doing it once
   * @param openWorld it reaches beyond the root
   */
  public record Hints(
      boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {}
}
