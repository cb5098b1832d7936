package dev.safemcp.safety.journal;

import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.path.WorkspacePath;
import java.util.List;
import java.util.OptionalLong;

/** One line of the journal. */
public sealed interface JournalRecord {
  /** Returns its number in the file, which grows by one. */
  long sequence();

  /**
   * The first line.
   *
   * @param sequence 0
   * @param version of the format
   * @param workspace the root that the moves are below
   */
  record Header(long sequence, int version, String workspace) implements JournalRecord {}

  /**
   * The intent of an action: on the disk before its first move.
   *
   * @param sequence its number, by which the settlement and later undos name the action
   * @param action the tool that acts
   * @param at when, ISO-8601
   * @param permit the id that joins it to the audit log
   * @param target the action that is undone or redone; empty for new work
   * @param token a random word, part of the spare names that the action may use
   * @param folders missing folders that it is going to make, parents first
   * @param moves in the order in which they are made
   */
  record Begin(
      long sequence,
      String action,
      String at,
      String permit,
      OptionalLong target,
      String token,
      List<WorkspacePath> folders,
      List<Intent> moves)
      implements JournalRecord {
    public Begin {
      folders = List.copyOf(folders);
      moves = List.copyOf(moves);
    }
  }

  /**
   * A move that is going to be made.
   *
   * @param step what from where to where
   * @param index which move of the target it undoes or redoes; of new work its own index
   */
  record Intent(MoveStep step, int index) {}

  /**
   * The settlement of an action: what did happen.
   *
   * @param sequence its number
   * @param begin the intent
   * @param moved which of its moves were made, by their place in its list
   * @param made folders that it made and that are there
   * @param removed folders that it removed
   */
  record End(
      long sequence,
      long begin,
      List<Integer> moved,
      List<WorkspacePath> made,
      List<WorkspacePath> removed)
      implements JournalRecord {
    public End {
      moved = List.copyOf(moved);
      made = List.copyOf(made);
      removed = List.copyOf(removed);
    }
  }

  /**
   * An entry of the history, carried over when the file was rewritten to be shorter.
   *
   * @param sequence its number
   * @param undone whether it stands on the redo stack
   * @param entry the entry
   */
  record Kept(long sequence, boolean undone, HistoryEntry entry) implements JournalRecord {}
}
