package dev.safemcp.safety.move;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Name;

/**
 * Moves one entry: by the kernel's atomic step, or by {@link LinkMove} where the kernel or the file
 * system lacks it. Thread-safe.
 *
 * <p>The kernel has no rename of an open file, so between looking at the source and moving it the
 * name may be given to another. What arrived is therefore looked at again, and goes back by the
 * same atomic step where it is not what was planned.
 */
public final class Mover {
  private final FileCalls calls;
  private final LinkMove linkMove;

  /** Makes a mover. */
  public Mover(FileCalls calls) {
    this.calls = calls;
    this.linkMove = new LinkMove(calls);
  }

  /**
   * Moves an entry.
   *
   * @param from where it lies
   * @param to where it is to lie
   * @param planned what was seen of it
   * @param likeness how much of that must still hold
   * @param spare a name that nobody else knows, for the way without the atomic step
   * @param permit the proof that the attempt is on record
   */
  public MoveOutcome move(
      Place from, Place to, FileFacts planned, Likeness likeness, Name spare, Permit permit) {
    try {
      if (!likeness.holds(planned, calls.stat(from.folder(), from.name()))) {
        return new MoveOutcome.Changed();
      }
      calls.renameNoReplace(from.folder(), from.name(), to.folder(), to.name());
    } catch (CallFailed failure) {
      return failure.error().unsupported()
          ? linkMove.move(from, to, planned, spare, permit)
          : new MoveOutcome.Refused(failure.error());
    }
    return verified(from, to, planned);
  }

  private MoveOutcome verified(Place from, Place to, FileFacts planned) {
    try {
      if (planned.sameFile(calls.stat(to.folder(), to.name()))) {
        return new MoveOutcome.Moved();
      }
    } catch (CallFailed unseen) {
      // It was moved, and somebody took it on from there, or the disk no longer answers.
      return new MoveOutcome.Moved();
    }
    try {
      calls.renameNoReplace(to.folder(), to.name(), from.folder(), from.name());
      return new MoveOutcome.Changed();
    } catch (CallFailed occupied) {
      return occupied.error() == FileError.ENOENT
          ? new MoveOutcome.Changed()
          : new MoveOutcome.Strayed(
              "another program replaced it at that moment; its replacement was kept at the"
                  + " destination");
    }
  }

  /**
   * Finishes a move that ended between its two names, which only the way without the atomic step
   * can leave behind: the entry keeps the name at its destination.
   */
  public void finish(Place from, Place to, Name spare, Permit permit) throws CallFailed {
    linkMove.finish(from, to, spare, permit);
  }
}
