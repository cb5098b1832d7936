/**
 * What the organizer did, so that it can be undone: after a restart, and after an end at any
 * instant.
 *
 * <p>Lives here: the records, their file with its format (docs/journal.md) and its lock, and the
 * undo and redo stacks that follow from the records. Invariants: the intent of an action is on the
 * disk before its first move, and the settlement after its last; a file with any damage but a torn
 * last line is never written again; a journal serves one workspace. Not here: what happens to files
 * (move), and settling what an end left open (organize).
 */
@NullMarked
package dev.safemcp.safety.journal;

import org.jspecify.annotations.NullMarked;
