package dev.safemcp.safety.journal;

import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.path.WorkspacePath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * An action that happened and can be undone, or was undone and can be redone. Immutable.
 *
 * @param id the sequence number of its intent
 * @param action the tool that did it
 * @param moves what it moved, in order; an end in the middle of an undo leaves some in place
 * @param made folders that it made and that are still its to remove
 */
public record HistoryEntry(long id, String action, List<Moved> moves, List<WorkspacePath> made) {
  /** Keys and numbers of a move. */
  private static final int MOVE_BYTES = 200;

  public HistoryEntry {
    moves = List.copyOf(moves);
    made = List.copyOf(made);
  }

  /**
   * A move that happened.
   *
   * @param step as the action did it
   * @param inPlace whether the entry lies at its destination; false after an undo
   */
  public record Moved(MoveStep step, boolean inPlace) {}

  /** Returns about how many bytes of the journal it takes. */
  long bytes() {
    return moves.stream().mapToLong(moved -> MOVE_BYTES + moved.step().bytes()).sum();
  }

  /** Returns the places in the list of the moves that an undo would revert, last first. */
  public List<Integer> undoable() {
    return IntStream.range(0, moves.size())
        .filter(i -> moves.get(i).inPlace())
        .boxed()
        .toList()
        .reversed();
  }

  /** Returns the places in the list of the moves that a redo would make. */
  public List<Integer> redoable() {
    return IntStream.range(0, moves.size()).filter(i -> !moves.get(i).inPlace()).boxed().toList();
  }

  HistoryEntry with(Set<Integer> indexes, boolean inPlace) {
    List<Moved> changed = new ArrayList<>(moves);
    indexes.forEach(i -> changed.set(i, new Moved(moves.get(i).step(), inPlace)));
    return new HistoryEntry(id, action, changed, made);
  }

  HistoryEntry withFolders(List<WorkspacePath> added, List<WorkspacePath> removed) {
    Set<WorkspacePath> now = new LinkedHashSet<>(made);
    now.addAll(added);
    removed.forEach(now::remove);
    return new HistoryEntry(id, action, moves, List.copyOf(now));
  }
}
