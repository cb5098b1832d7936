package dev.safemcp.safety.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The calls that move files: each is one step for the file system, so that a test can fail or end
 * the program at any of them.
 *
 * <p>Thread-safe. Names are single components. Errors are those of the call's man page.
 */
public interface FileCalls {
  /** Returns what is not enforced with these calls, for the operator; empty where all is. */
  Optional<String> weakness();

  /**
   * Opens a root by its absolute path, no link in any component followed.
   *
   * @throws CallFailed ELOOP where there is a link
   */
  Folder openRoot(Path root) throws CallFailed;

  /**
   * Opens a directory below another: openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS.
   *
   * @param path components, none of them {@code .} or {@code ..}; empty for another handle on
   *     {@code base}
   * @throws CallFailed ELOOP where a component is a link
   */
  Folder open(Folder base, List<Name> path) throws CallFailed;

  /** Returns the facts of a directory, fstat(2). */
  FileFacts stat(Folder folder) throws CallFailed;

  /** Returns the facts of an entry, no link followed. */
  FileFacts stat(Folder folder, Name name) throws CallFailed;

  /** Returns what this process may do with the names in a directory: access(2), sticky bit. */
  FolderAccess access(Folder folder) throws CallFailed;

  /** Hands over the names in a directory in no order, {@code .} and {@code ..} left out. */
  void list(Folder folder, NameVisitor visitor) throws CallFailed;

  /**
   * Moves in one atomic step, never over anything: renameat2(2) with RENAME_NOREPLACE.
   *
   * @throws CallFailed EEXIST where the destination is occupied, by a link too; ENOSYS or EINVAL
   *     where there is no such step
   */
  void renameNoReplace(Folder from, Name source, Folder to, Name destination) throws CallFailed;

  /** Moves in one atomic step over whatever is there: for a destination that nobody else names. */
  void rename(Folder from, Name source, Folder to, Name destination) throws CallFailed;

  /**
   * Gives a file a second name, never over anything; a link is not followed.
   *
   * @throws CallFailed EEXIST where the destination is occupied
   */
  void link(Folder from, Name source, Folder to, Name destination) throws CallFailed;

  /** Removes a name that is no directory. */
  void unlink(Folder folder, Name name) throws CallFailed;

  /** Makes a directory. */
  void makeFolder(Folder folder, Name name) throws CallFailed;

  /**
   * Removes an empty directory.
   *
   * @throws CallFailed ENOTEMPTY where something is in it
   */
  void removeFolder(Folder folder, Name name) throws CallFailed;

  /** Returns when the names in a directory are on the disk, fsync(2). */
  void sync(Folder folder) throws CallFailed;

  /** Takes names, one by one. */
  @FunctionalInterface
  interface NameVisitor {
    /** Takes a name and returns whether to go on. */
    boolean visit(Name name);
  }
}
