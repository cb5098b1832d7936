package dev.safemcp.safety.operation;

import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.OperationResult;
import java.util.List;

/**
 * Something that a client may ask for: what a server wires to a tool of the same name.
 *
 * <p>Thread-safe. It never throws: a defect is an answer too.
 */
public interface Operation {
  /** Returns the tool's name, which is the action in results and records. */
  String name();

  /** Returns what it takes. */
  List<Parameter> parameters();

  /** Goes the whole road and returns the answer. Blocks until then. */
  OperationResult perform(Call call);
}
