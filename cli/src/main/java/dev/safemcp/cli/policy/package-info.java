/**
 * {@code safe-mcp policy} and {@code safe-mcp doctor}: what an operator asks of a policy and of the
 * machine that it is for.
 *
 * <p>Lives here: the words of the command line and of the answers. Invariants: nothing here changes
 * anything or starts a command. Not here: what is looked at, which the library's review does.
 */
@NullMarked
package dev.safemcp.cli.policy;

import org.jspecify.annotations.NullMarked;
