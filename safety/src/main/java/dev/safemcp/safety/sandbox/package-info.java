/**
 * The kernel's half of the jail: what the one thread that spawns a command gives up first.
 *
 * <p>Lives here: which rights a command gets, and their enforcement by Landlock, seccomp and the
 * dropping of capabilities. Invariants: rights are only ever taken away; what is not enforced is
 * named. Not here: the system calls themselves (kernel) and the spawn (act).
 */
@NullMarked
package dev.safemcp.safety.sandbox;

import org.jspecify.annotations.NullMarked;
