/**
 * The command line: {@code safe-mcp terminal|files --config FILE} and what helps an operator around
 * it.
 *
 * <p>Lives here: subcommands, exit statuses and the wording of a refusal to start. Invariants: a
 * refusal is one {@code fatal:} line on stderr, nothing on stdout, status 2. Not here: any decision
 * on a call.
 */
@NullMarked
package dev.safemcp.cli;

import org.jspecify.annotations.NullMarked;
