/**
 * How a client learns of a server: the entry of its configuration file, printed or merged.
 *
 * <p>Lives here: the clients that are known, the shape of their entries, and the merge into a file.
 * Invariants: what stands in a client's file is kept; a file that cannot be read as JSON is left
 * alone; a backup is written before the file is replaced, in one step. Not here: the policy.
 */
@NullMarked
package dev.safemcp.cli.registration;

import org.jspecify.annotations.NullMarked;
