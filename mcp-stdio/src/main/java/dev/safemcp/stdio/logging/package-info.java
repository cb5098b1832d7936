/**
 * Where log lines go.
 *
 * <p>Lives here: the SLF4J provider, which writes to stderr. Invariants: a line holds the words of
 * the code that logs, redacted, and never its arguments, which may be a client's message; an
 * exception is named, its text is not told. Not here: what is worth a line.
 */
@NullMarked
package dev.safemcp.stdio.logging;

import org.jspecify.annotations.NullMarked;
