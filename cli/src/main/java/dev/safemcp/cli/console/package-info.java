/**
 * How the operator's commands speak: lines, tables, colour, JSON and exit statuses.
 *
 * <p>Lives here: the one way from a command to stdout. Invariants: every text passes the redactor
 * before it is written, so neither a secret nor an escape sequence of a log or a policy reaches a
 * screen; colour stands on a terminal alone; a reader that goes away ends a command quietly. Not
 * here: what is said.
 */
@NullMarked
package dev.safemcp.cli.console;

import org.jspecify.annotations.NullMarked;
