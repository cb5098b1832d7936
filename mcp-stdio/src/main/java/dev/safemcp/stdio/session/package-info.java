/**
 * One connection from its first line to its last.
 *
 * <p>Lives here: which message goes where, the calls in flight, cancelling, progress, and the end.
 * Invariants: an accepted request is answered once, unless its client cancelled it; what is in
 * flight is bounded, and past the bound nothing more is read; nothing that a client sends ends the
 * session but the end of its input. Not here: what an answer says.
 */
@NullMarked
package dev.safemcp.stdio.session;

import org.jspecify.annotations.NullMarked;
