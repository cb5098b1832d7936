/**
 * Bytes as lines.
 *
 * <p>Lives here: where a message begins and ends on the wire. Invariants: memory is bounded however
 * long a line is; one line is written as a whole or not at all, and two never mix. Not here: what a
 * line says.
 */
@NullMarked
package dev.safemcp.stdio.framing;

import org.jspecify.annotations.NullMarked;
