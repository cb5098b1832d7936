package dev.safemcp.safety.organize;

import dev.safemcp.safety.journal.JournalRecord.Intent;
import dev.safemcp.safety.move.Likeness;
import dev.safemcp.safety.path.WorkspacePath;
import java.util.List;
import java.util.OptionalLong;

/**
 * An action that is to happen as a whole.
 *
 * @param action the tool that acts
 * @param target the action that is undone or redone; empty for new work
 * @param moves in the order in which they are to be made
 * @param likeness how much of what was seen must still hold
 * @param removable folders that go at the end if they are empty
 */
record Order(
    String action,
    OptionalLong target,
    List<Intent> moves,
    Likeness likeness,
    List<WorkspacePath> removable) {
  Order {
    moves = List.copyOf(moves);
    removable = List.copyOf(removable);
  }
}
