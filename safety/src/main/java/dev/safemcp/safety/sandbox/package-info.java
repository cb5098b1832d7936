/**
 * The kernel's half of the jail.
 *
 * <p>Lives here: what a command may touch once it runs ({@link
 * dev.safemcp.safety.sandbox.CommandRights}), how the kernel is told ({@link
 * dev.safemcp.safety.sandbox.Ruleset}, {@link dev.safemcp.safety.sandbox.SyscallFilter}, {@link
 * dev.safemcp.safety.sandbox.Supervisor}; {@link dev.safemcp.safety.sandbox.Bubblewrap} where there
 * is no Landlock), and the proof that it holds ({@link dev.safemcp.safety.sandbox.SandboxProbe},
 * {@link dev.safemcp.safety.sandbox.BubblewrapProbe}). Invariants: the thread that spawns gives up
 * everything before it spawns, or it does not spawn; what this machine cannot hold has a name that
 * the operator reads; nothing is claimed that was not tried. Not here: whether a command may run,
 * how it is started and how its tree ends.
 */
@NullMarked
package dev.safemcp.safety.sandbox;

import org.jspecify.annotations.NullMarked;
