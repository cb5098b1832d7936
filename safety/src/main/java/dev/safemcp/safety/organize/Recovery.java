package dev.safemcp.safety.organize;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.journal.HistoryEntry;
import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalSession;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.move.Mover;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.path.WorkspacePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settles an intent that was left open: a server ended in its midst, or its settlement could not be
 * written. What happened is read from the files themselves.
 */
final class Recovery {
  private final Mover mover;
  private final JournalSession journal;
  private final OpenFolders folders;
  private final Permit permit;

  Recovery(Mover mover, JournalSession journal, OpenFolders folders, Permit permit) {
    this.mover = mover;
    this.journal = journal;
    this.folders = folders;
    this.permit = permit;
  }

  /**
   * Settles the open intent where there is one.
   *
   * @return how many of its moves were made
   * @throws CallFailed where the files cannot be looked at or the journal not written: it stays
   *     open
   */
  int settle() throws CallFailed {
    Optional<Begin> pending = journal.pending();
    if (pending.isEmpty()) {
      return 0;
    }
    Begin begin = pending.get();
    List<Integer> moved = new ArrayList<>();
    for (int i = 0; i < begin.moves().size(); i++) {
      if (happened(begin, i)) {
        moved.add(i);
      }
    }
    List<WorkspacePath> made = new ArrayList<>();
    for (WorkspacePath folder : begin.folders()) {
      if (isThere(folder)) {
        made.add(folder);
      }
    }
    if (moved.isEmpty()) {
      made.removeAll(
          made.reversed().stream().filter(folder -> folders.remove(folder, permit)).toList());
    }
    List<WorkspacePath> removed = removed(begin, moved.size() == begin.moves().size());
    folders.sync();
    journal.end(moved, made, removed, permit);
    return moved.size();
  }

  private boolean happened(Begin begin, int index) throws CallFailed {
    MoveStep step = begin.moves().get(index).step();
    boolean left = true;
    try {
      left = !lies(step.source(), step.facts());
      if (folders.find(step.source().folder()).isPresent()
          && folders.find(step.destination().folder()).isPresent()) {
        mover.finish(
            folders.place(step.source()),
            folders.place(step.destination()),
            Execution.spare(begin, index),
            permit);
        left = !lies(step.source(), step.facts());
      }
    } catch (CallFailed failure) {
      passOver(failure);
    }
    try {
      return left && lies(step.destination(), step.facts());
    } catch (CallFailed failure) {
      passOver(failure);
      // What left its place counts as moved: undo then says what is in the way, and can bring it
      // back when that is gone.
      return left;
    }
  }

  /** A folder that was closed to us or became a link since must not stop all later work. */
  private static void passOver(CallFailed failure) throws CallFailed {
    if (!failure.error().denied() && !failure.error().leadsNowhere()) {
      throw failure;
    }
  }

  private boolean lies(WorkspacePath path, FileFacts facts) throws CallFailed {
    return folders.look(path).filter(facts::sameFile).isPresent();
  }

  private boolean isThere(WorkspacePath folder) throws CallFailed {
    try {
      return folders.look(folder).isPresent();
    } catch (CallFailed failure) {
      if (failure.error().denied()) {
        return true; // as far as anybody can tell
      }
      if (failure.error().leadsNowhere()) {
        return false;
      }
      throw failure;
    }
  }

  /** Returns which folders of an undone action are gone, after trying the ones it still has. */
  private List<WorkspacePath> removed(Begin begin, boolean whole) throws CallFailed {
    Optional<HistoryEntry> undone =
        journal
            .history()
            .lastDone()
            .filter(entry -> begin.target().isPresent())
            .filter(entry -> entry.id() == begin.target().getAsLong());
    List<WorkspacePath> removed = new ArrayList<>();
    if (undone.isPresent()) {
      for (WorkspacePath folder : undone.get().made().reversed()) {
        if (!isThere(folder) || (whole && folders.remove(folder, permit))) {
          removed.add(folder);
        }
      }
    }
    return removed;
  }
}
