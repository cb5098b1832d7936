package dev.safemcp.safety.move;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import java.util.Optional;

/**
 * Moves a file without an atomic no-replace rename: link(2) never goes over anything, then the old
 * name goes. Thread-safe.
 *
 * <p>The old name cannot be unlinked on sight: it may belong to another file by then. It is first
 * renamed to a spare name that nobody else knows, looked at there, and given back where it is
 * another. At every instant each file has one of its proper names, so that an end in between loses
 * nothing; {@link #finish} then clears up.
 */
final class LinkMove {
  private final FileCalls calls;

  LinkMove(FileCalls calls) {
    this.calls = calls;
  }

  MoveOutcome move(Place from, Place to, FileFacts planned, Name spare, Permit permit) {
    if (planned.kind() != Kind.REGULAR_FILE) {
      return new MoveOutcome.Unsupported(
          "this system cannot move a folder without the risk of going over another");
    }
    FileFacts before;
    try {
      before = calls.stat(from.folder(), from.name());
      calls.link(from.folder(), from.name(), to.folder(), to.name());
    } catch (CallFailed failure) {
      return switch (failure.error()) {
        case EPERM, EMLINK, ENOSYS, EINVAL, EOPNOTSUPP ->
            new MoveOutcome.Unsupported(
                "this file system can neither rename without replacing nor link files");
        default -> new MoveOutcome.Refused(failure.error());
      };
    }
    try {
      FileFacts arrived = calls.stat(to.folder(), to.name());
      if (!planned.sameFile(arrived)) {
        Removal _ = remove(to, arrived, spare);
        return new MoveOutcome.Changed();
      }
      return switch (remove(from, arrived, spare)) {
        case REMOVED -> new MoveOutcome.Moved();
        case NOT_THIS_FILE -> withoutItsOldName(to, before, spare);
        case DENIED -> takenBack(to, arrived, spare);
        case STUCK ->
            new MoveOutcome.Strayed(
                "another program replaced it at that moment; its replacement was kept as '"
                    + spare
                    + "'");
      };
    } catch (CallFailed failure) {
      return new MoveOutcome.Unfinished(failure.error());
    }
  }

  /**
   * The old name may not be removed, such as another user's in a sticky folder: the new one goes
   * again, so that nothing has happened.
   */
  private MoveOutcome takenBack(Place to, FileFacts arrived, Name spare) throws CallFailed {
    return remove(to, arrived, spare) == Removal.DENIED
        ? new MoveOutcome.Strayed(
            FileError.EPERM.words() + "; it has a second name at the destination, which must stay")
        : new MoveOutcome.Refused(FileError.EPERM);
  }

  /**
   * Somebody took the old name away in between. Where the file was moved elsewhere it has a name
   * too many now, and theirs counts; where the old name was deleted, ours is the one it has.
   */
  private MoveOutcome withoutItsOldName(Place to, FileFacts before, Name spare) throws CallFailed {
    FileFacts now = calls.stat(to.folder(), to.name());
    if (now.links() <= before.links()) {
      return new MoveOutcome.Moved();
    }
    Removal _ = remove(to, now, spare);
    return new MoveOutcome.Changed();
  }

  void finish(Place from, Place to, Name spare, Permit permit) throws CallFailed {
    clear(new Place(from.folder(), spare), from, from, to);
    clear(new Place(to.folder(), spare), to, from, to);
    Optional<FileFacts> old = find(from);
    Optional<FileFacts> now = find(to);
    if (old.isPresent() && now.isPresent() && sameInode(old.get(), now.get())) {
      // Where the old name may not go both stay: that is no reason to stop here.
      Removal _ = remove(from, now.get(), spare);
    }
  }

  /**
   * Deals with a spare name that an end in between left: it goes where the file has a proper name,
   * and else is given that of the place.
   */
  private void clear(Place spare, Place proper, Place from, Place to) throws CallFailed {
    Optional<FileFacts> left = find(spare);
    if (left.isEmpty()) {
      return;
    }
    if (find(from).filter(facts -> sameInode(facts, left.get())).isPresent()
        || find(to).filter(facts -> sameInode(facts, left.get())).isPresent()) {
      calls.unlink(spare.folder(), spare.name());
    } else {
      boolean _ = giveBack(spare, proper, left.get());
    }
  }

  /** What became of a name that was to be removed. */
  private enum Removal {
    /** It is gone. */
    REMOVED,
    /** It was gone, or is another file's, which has it again. */
    NOT_THIS_FILE,
    /** This process may not remove it, such as another user's in a sticky folder. */
    DENIED,
    /** It is another file's, which could not get it back and lies under the spare name. */
    STUCK
  }

  /** Removes a name of the file, and of nothing else. */
  private Removal remove(Place place, FileFacts file, Name spareName) throws CallFailed {
    Place spare = new Place(place.folder(), spareName);
    try {
      calls.rename(place.folder(), place.name(), spare.folder(), spare.name());
    } catch (CallFailed failure) {
      if (failure.error() == FileError.ENOENT) {
        return Removal.NOT_THIS_FILE;
      }
      if (failure.error().denied()) {
        return Removal.DENIED;
      }
      throw failure;
    }
    FileFacts taken = calls.stat(spare.folder(), spare.name());
    if (sameInode(file, taken)) {
      calls.unlink(spare.folder(), spare.name());
      return Removal.REMOVED;
    }
    return giveBack(spare, place, taken) ? Removal.NOT_THIS_FILE : Removal.STUCK;
  }

  private boolean giveBack(Place spare, Place place, FileFacts taken) throws CallFailed {
    try {
      if (taken.kind() == Kind.DIRECTORY) {
        calls.rename(spare.folder(), spare.name(), place.folder(), place.name());
      } else {
        calls.link(spare.folder(), spare.name(), place.folder(), place.name());
        calls.unlink(spare.folder(), spare.name());
      }
      return true;
    } catch (CallFailed failure) {
      if (failure.error() == FileError.EEXIST
          || failure.error() == FileError.ENOTEMPTY
          || failure.error() == FileError.ENOTDIR) {
        return false; // its place is taken again: it stays under the spare name
      }
      throw failure;
    }
  }

  private Optional<FileFacts> find(Place place) throws CallFailed {
    try {
      return Optional.of(calls.stat(place.folder(), place.name()));
    } catch (CallFailed failure) {
      if (failure.error() == FileError.ENOENT) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private static boolean sameInode(FileFacts one, FileFacts other) {
    return one.inode() == other.inode() && one.device() == other.device();
  }
}
