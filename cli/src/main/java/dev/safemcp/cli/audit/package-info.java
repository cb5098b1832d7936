/**
 * {@code safe-mcp audit}: what an operator asks of an audit log.
 *
 * <p>Lives here: the words of the command line and of the answers. Invariants: nothing here writes
 * to a log or takes its lock; memory does not grow with the log. Not here: reading, counting and
 * verifying, which the library does.
 */
@NullMarked
package dev.safemcp.cli.audit;

import org.jspecify.annotations.NullMarked;
