package dev.safemcp.safety.file;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What this process may do with the names in a folder, as far as can be told beforehand. A plan
 * leaves out what is sure to fail, since one move that fails takes the whole plan back; the system
 * has the last word when something is moved.
 *
 * @param obstacle why names can be neither added nor removed; empty where they can
 * @param onlyOf in a sticky folder of another user: the user whose entries alone this process may
 *     take out, which is its own
 */
public record FolderAccess(Optional<FileError> obstacle, OptionalInt onlyOf) {
  /** Nothing is known to be in the way. */
  public static final FolderAccess FREE = new FolderAccess(Optional.empty(), OptionalInt.empty());

  /** Returns why an entry cannot be taken out of the folder; empty where nothing is known. */
  public Optional<FileError> taking(FileFacts entry) {
    if (obstacle.isPresent()) {
      return obstacle;
    }
    if (entry.standing().mountPoint()) {
      return Optional.of(FileError.EBUSY);
    }
    boolean anothers = onlyOf.isPresent() && entry.standing().owner() != onlyOf.getAsInt();
    return entry.standing().fixed() || anothers ? Optional.of(FileError.EPERM) : Optional.empty();
  }
}
