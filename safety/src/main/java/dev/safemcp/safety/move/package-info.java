/**
 * The one way in which a file gets another place.
 *
 * <p>Lives here: the step of a move with what was planned of it, the folders that an action holds
 * open, and the mover with its two back ends: the kernel's atomic no-replace rename, and link then
 * unlink where that is missing. Invariants: a move acts relative to directory handles that no link
 * led to; it never goes over anything; what arrived is compared with what was planned, and goes
 * back where it is another; acting takes a {@link dev.safemcp.safety.audit.Permit}. Not here:
 * whether something may move (decision), and what is remembered of it (journal).
 */
@NullMarked
package dev.safemcp.safety.move;

import org.jspecify.annotations.NullMarked;
