/**
 * The road of a call: request, decision, containment, act, redaction, audit, result.
 *
 * <p>Lives here: the operations that a server wires to its tools, and the recording around each.
 * Invariants: every operation is recorded before it acts and again before its answer is known;
 * every answer is an {@link dev.safemcp.safety.result.OperationResult}, defects included. Not here:
 * any protocol.
 */
@NullMarked
package dev.safemcp.safety.operation;

import org.jspecify.annotations.NullMarked;
