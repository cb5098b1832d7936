/**
 * Listing, planning, applying, undoing and redoing.
 *
 * <p>Lives here: what the planner proposes and why it leaves the rest, the plans that wait to be
 * applied, the execution of an action as a whole with its journal, and the settling of one that an
 * end interrupted. Invariants: an action is checked whole before anything moves; one that cannot be
 * finished is rolled back; every answer is bounded. Not here: rules (decision), the single move
 * (move), the wire (operation).
 */
@NullMarked
package dev.safemcp.safety.organize;

import org.jspecify.annotations.NullMarked;
