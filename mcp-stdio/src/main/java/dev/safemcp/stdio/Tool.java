package dev.safemcp.stdio;

import dev.safemcp.safety.operation.Operation;
import java.util.Map;

/**
 * A tool as a client sees it, and the operation behind it.
 *
 * @param operation what it does, takes and is called
 * @param title a short name for people
 * @param description what it is for and how its refusals read, for the model
 * @param detail JSON Schema of the result's {@code detail}; nothing in it is required, since a
 *     refusal's is empty
 * @param effects what it may do to the world
 */
public record Tool(
    Operation operation,
    String title,
    String description,
    Map<String, Object> detail,
    Effects effects) {

  /**
   * What a tool may do to the world: the hints of the protocol.
   *
   * @param readOnly it changes nothing
   * @param destructive it may destroy
   * @param idempotent doing it twice is doing it once
   * @param openWorld it reaches beyond the root
   */
  public record Effects(
      boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {}
}
