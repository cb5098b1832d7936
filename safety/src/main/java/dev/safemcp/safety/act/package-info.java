/**
 * Starting a process, and ending all that it started.
 *
 * <p>Lives here: the runner, its limits and the death of the process tree. Invariants: argv and
 * never a shell; three environment names; memory bounded whatever a command prints; no survivor of
 * a call. Only this package starts processes. Not here: whether a command may run, and what of its
 * output is shown.
 */
@NullMarked
package dev.safemcp.safety.act;

import org.jspecify.annotations.NullMarked;
