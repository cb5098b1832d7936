/**
 * The answer of every tool call, as data.
 *
 * <p>Lives here: the codes, the envelope and its detail. Invariants: {@code ok} follows from the
 * code; every text of foreign origin in an envelope has passed the redactor, since the types take
 * nothing else. Not here: how an envelope travels to a client, and why a code was chosen.
 */
@NullMarked
package dev.safemcp.safety.result;

import org.jspecify.annotations.NullMarked;
