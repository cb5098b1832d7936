package dev.safemcp.safety.journal;

import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalRecord.End;
import dev.safemcp.safety.journal.JournalRecord.Intent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The undo and redo stacks that follow from settled actions. Not thread-safe.
 *
 * <p>Bounded: the oldest entries go where there are more than {@value #MOST_ENTRIES} of them or
 * they would take more than {@value #MOST_BYTES} bytes in the journal; the newest always stays.
 */
public final class History {
  static final int MOST_ENTRIES = 100;
  static final long MOST_BYTES = 4L * 1024 * 1024;

  private final List<HistoryEntry> undo = new ArrayList<>();
  private final List<HistoryEntry> redo = new ArrayList<>();

  History() {}

  /** Returns the last action that can be undone. */
  public Optional<HistoryEntry> lastDone() {
    return undo.isEmpty() ? Optional.empty() : Optional.of(undo.getLast());
  }

  /** Returns the last action that was undone and can be redone. */
  public Optional<HistoryEntry> lastUndone() {
    return redo.isEmpty() ? Optional.empty() : Optional.of(redo.getLast());
  }

  /** Returns the actions that can be undone, oldest first. */
  public List<HistoryEntry> done() {
    return List.copyOf(undo);
  }

  /** Returns the actions that can be redone, the one undone first at the front. */
  public List<HistoryEntry> undone() {
    return List.copyOf(redo);
  }

  void keep(boolean undone, HistoryEntry entry) {
    (undone ? redo : undo).add(entry);
  }

  /**
   * Takes a settled action in. One that moved nothing leaves the stacks as they are, but for the
   * folders of an action that it undid.
   *
   * @return false where it names an action that is not on top of its stack
   */
  boolean settle(Begin begin, End end) {
    if (begin.target().isEmpty()) {
      if (!end.moved().isEmpty()) {
        undo.add(
            new HistoryEntry(
                begin.sequence(),
                begin.action(),
                end.moved().stream()
                    .map(i -> new HistoryEntry.Moved(begin.moves().get(i).step(), true))
                    .toList(),
                end.made()));
        redo.clear();
        forget();
      }
      return true;
    }
    long target = begin.target().getAsLong();
    Set<Integer> indexes = new LinkedHashSet<>();
    end.moved().forEach(i -> indexes.add(begin.moves().get(i).index()));
    if (top(undo, target)) {
      // An undo; also one that goes on where an end interrupted it.
      HistoryEntry entry =
          undo.removeLast().with(indexes, false).withFolders(List.of(), end.removed());
      (entry.undoable().isEmpty() ? redo : undo).add(entry);
      return true;
    }
    if (top(redo, target)) {
      HistoryEntry entry = redo.removeLast().with(indexes, true).withFolders(end.made(), List.of());
      (entry.undoable().isEmpty() ? redo : undo).add(entry);
      return true;
    }
    return false;
  }

  private static boolean top(List<HistoryEntry> stack, long id) {
    return !stack.isEmpty() && stack.getLast().id() == id;
  }

  private void forget() {
    long bytes = undo.stream().mapToLong(HistoryEntry::bytes).sum();
    while (undo.size() > 1 && (undo.size() > MOST_ENTRIES || bytes > MOST_BYTES)) {
      bytes -= undo.removeFirst().bytes();
    }
  }

  /** Returns whether a settlement fits its intent. */
  static boolean fits(Begin begin, End end) {
    return end.begin() == begin.sequence()
        && end.moved().stream().allMatch(i -> i >= 0 && i < begin.moves().size())
        && new LinkedHashSet<>(end.moved()).size() == end.moved().size();
  }

  /** Returns whether an intent names moves that its target has. */
  boolean knows(Begin begin) {
    if (begin.target().isEmpty()) {
      return true;
    }
    long target = begin.target().getAsLong();
    List<HistoryEntry> stack = top(undo, target) ? undo : redo;
    return top(stack, target)
        && begin.moves().stream()
            .map(Intent::index)
            .allMatch(i -> i >= 0 && i < stack.getLast().moves().size());
  }
}
