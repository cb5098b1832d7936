/**
 * The border: what lies inside a root.
 *
 * <p>Lives here: the jail, contained folders and contained commands as types, and the walk that
 * tells where a name leads. Invariants: a contained value is made by this package alone; no name is
 * compared as a string prefix or normalized; no link is followed out; what cannot be told is
 * outside. Not here: the act, which opens what is named here again relative to a directory handle,
 * and what a script inside an argument would do, which the kernel's half of the jail holds.
 */
@NullMarked
package dev.safemcp.safety.path;

import org.jspecify.annotations.NullMarked;
