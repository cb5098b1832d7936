/**
 * The terminal server: wiring alone.
 *
 * <p>Lives here: the descriptions of run_command and explain_command, and how a policy becomes
 * their operations. Invariants: nothing here decides or acts. Not here: anything that could do
 * harm.
 */
@NullMarked
package dev.safemcp.server.terminal;

import org.jspecify.annotations.NullMarked;
