package dev.safemcp.safety.organize;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalRecord.Intent;
import dev.safemcp.safety.journal.JournalSession;
import dev.safemcp.safety.move.Likeness;
import dev.safemcp.safety.move.MoveOutcome;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.move.Mover;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.move.Place;
import dev.safemcp.safety.organize.Organized.Problem;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out one order as a whole: checked before anything moves, its intent on the disk before
 * the first move, its folders on the disk before the settlement; rolled back where a move fails in
 * its midst. Not thread-safe: one for each call.
 */
final class Execution {
  private final Mover mover;
  private final JournalSession journal;
  private final OpenFolders folders;
  private final Permit permit;
  private final List<Integer> moved = new ArrayList<>();
  private final List<WorkspacePath> made = new ArrayList<>();

  Execution(Mover mover, JournalSession journal, OpenFolders folders, Permit permit) {
    this.mover = mover;
    this.journal = journal;
    this.folders = folders;
    this.permit = permit;
  }

  /** Returns the name that a move may use where the atomic step is missing. */
  static Name spare(Begin begin, int index) {
    return Name.of(".safe-mcp-" + begin.token() + "-" + index);
  }

  Organized.Acting perform(Order order) {
    Examination examination = Examination.of(order, folders);
    if (!examination.problems().isEmpty()) {
      return refused(examination.problems());
    }
    Begin begin;
    try {
      begin =
          journal.begin(
              order.action(), order.target(), examination.missing(), order.moves(), permit);
    } catch (CallFailed failure) {
      return new Organized.Refusal(
          ResultCode.OPERATION_FAILED,
          "the journal cannot be written (" + failure.error().words() + "): nothing was moved");
    }
    Optional<Problem> problem = act(begin, order.likeness());
    if (problem.isPresent()) {
      return rolledBack(begin, problem.get());
    }
    List<WorkspacePath> removed =
        order.removable().reversed().stream()
            .filter(folder -> folders.remove(folder, permit))
            .toList();
    settle(removed);
    return new Organized.Acted(order.action(), begin.moves().stream().map(Intent::step).toList());
  }

  private static Organized.Refusal refused(List<Problem> problems) {
    Problem first = problems.getFirst();
    String others = problems.size() == 1 ? "" : ", and " + (problems.size() - 1) + " more";
    return new Organized.Refusal(
        ResultCode.OPERATION_FAILED,
        "nothing was moved: '" + first.source() + "': " + first.reason() + others,
        problems);
  }

  /** Makes the folders and the moves; returns what went wrong at the first that failed. */
  private Optional<Problem> act(Begin begin, Likeness likeness) {
    List<Intent> moves = begin.moves();
    try {
      for (WorkspacePath folder : begin.folders()) {
        folders.make(folder, permit);
        made.add(folder);
      }
      for (int i = 0; i < moves.size(); i++) {
        MoveStep step = moves.get(i).step();
        MoveOutcome outcome =
            mover.move(
                folders.place(step.source()),
                folders.place(step.destination()),
                step.facts(),
                likeness,
                spare(begin, i),
                permit);
        Optional<String> fault = fault(outcome, step);
        if (outcome instanceof MoveOutcome.Unfinished) {
          moved.add(i); // perhaps: the rollback finds out
        }
        if (fault.isPresent()) {
          return Optional.of(new Problem(step.source(), fault.get()));
        }
        moved.add(i);
      }
      return folders.inPlace()
          ? Optional.empty()
          : Optional.of(
              new Problem(
                  moves.getLast().step().source(), "a folder on its way was moved meanwhile"));
    } catch (CallFailed failure) {
      int at = Math.min(moved.size(), moves.size() - 1);
      return Optional.of(new Problem(moves.get(at).step().source(), failure.error().words()));
    }
  }

  static Optional<String> fault(MoveOutcome outcome, MoveStep step) {
    return switch (outcome) {
      case MoveOutcome.Moved done -> Optional.empty();
      case MoveOutcome.Changed changed -> Optional.of("it has changed since");
      case MoveOutcome.Unsupported unsupported -> Optional.of(unsupported.reason());
      case MoveOutcome.Strayed strayed -> Optional.of(strayed.reason());
      case MoveOutcome.Unfinished unfinished -> Optional.of(unfinished.error().words());
      case MoveOutcome.Refused refused ->
          Optional.of(
              switch (refused.error()) {
                case EEXIST, ENOTEMPTY -> "'" + step.destination() + "' already exists";
                case ENOENT -> "it is not there";
                default -> refused.error().words();
              });
    };
  }

  /** Puts back what was moved, last first, and says what could not go back. */
  private Organized.Refusal rolledBack(Begin begin, Problem problem) {
    int stuck = 0;
    for (int index : moved.reversed()) {
      if (!goesBack(begin.moves().get(index).step(), spare(begin, index))) {
        stuck++;
      }
    }
    made.reversed().forEach(folder -> folders.remove(folder, permit));
    String what = "'" + problem.source() + "': " + problem.reason();
    return new Organized.Refusal(
        ResultCode.OPERATION_FAILED,
        settledByLooking().orElse(stuck) == 0
            ? "nothing was moved: " + what
            : what + "; what was moved before could not go back: undo_last_action moves it back",
        List.of(problem));
  }

  /**
   * Settles from the files themselves, since a call may have failed after it had its effect, and
   * returns how many were moved; empty where that fails too, and the next call settles it.
   */
  private Optional<Integer> settledByLooking() {
    try {
      return Optional.of(new Recovery(mover, journal, folders, permit).settle());
    } catch (CallFailed later) {
      return Optional.empty();
    }
  }

  private boolean goesBack(MoveStep step, Name spare) {
    try {
      Place from = folders.place(step.source());
      Place to = folders.place(step.destination());
      mover.finish(from, to, spare, permit);
      return folders.look(step.destination()).filter(step.facts()::sameFile).isEmpty()
          || mover.move(to, from, step.facts(), Likeness.SAME_FILE, spare, permit)
              instanceof MoveOutcome.Moved;
    } catch (CallFailed failure) {
      return false;
    }
  }

  /**
   * Writes what happened. Where that fails the intent stays open: the next call finds out from the
   * files themselves, so that nothing of what was done here is forgotten.
   */
  private void settle(List<WorkspacePath> removed) {
    try {
      folders.sync();
      journal.end(moved, made, removed, permit);
    } catch (CallFailed later) {
      return;
    }
  }
}
