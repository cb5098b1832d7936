/**
 * The border: what lies inside a root.
 *
 * <p>Lives here: the jail, contained folders and contained commands as types. Invariants: a
 * contained value is made by this package alone; no name is compared as a string prefix; no link is
 * followed out. Not here: the act, which opens what is named here again relative to a directory
 * handle.
 */
@NullMarked
package dev.safemcp.safety.path;

import org.jspecify.annotations.NullMarked;
