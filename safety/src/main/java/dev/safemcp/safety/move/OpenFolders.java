package dev.safemcp.safety.move;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.FolderAccess;
import dev.safemcp.safety.path.WorkspacePath;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The folders of a workspace that one operation holds open: each is opened once, and every later
 * act on it goes through that handle. Not thread-safe.
 */
public final class OpenFolders implements AutoCloseable {
  private final FileCalls calls;
  private final Path path;
  private final Folder root;
  private final Map<WorkspacePath, Folder> opened = new LinkedHashMap<>();

  private OpenFolders(FileCalls calls, Path path, Folder root) {
    this.calls = calls;
    this.path = path;
    this.root = root;
  }

  /**
   * Opens a workspace.
   *
   * @param root absolute, without a link in it
   */
  public static OpenFolders of(FileCalls calls, Path root) throws CallFailed {
    return new OpenFolders(calls, root, calls.openRoot(root));
  }

  /**
   * Returns the handle of a folder; it is closed with this.
   *
   * @throws CallFailed ELOOP where a link is on the way, ENOENT where it is not there
   */
  public Folder open(WorkspacePath path) throws CallFailed {
    if (path.isRoot()) {
      return root;
    }
    Folder known = opened.get(path);
    if (known == null) {
      known = calls.open(root, path.components());
      opened.put(path, known);
    }
    return known;
  }

  /** Returns the handle of a folder; empty where it is not there. */
  public Optional<Folder> find(WorkspacePath path) throws CallFailed {
    try {
      return Optional.of(open(path));
    } catch (CallFailed failure) {
      if (failure.error() == FileError.ENOENT) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** Returns the facts of an entry; empty where it, or the folder that it lies in, is not there. */
  public Optional<FileFacts> look(WorkspacePath path) throws CallFailed {
    Optional<Folder> folder = find(path.folder());
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(calls.stat(folder.get(), path.name()));
    } catch (CallFailed failure) {
      if (failure.error() == FileError.ENOENT) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** Returns what may be done with the names in a folder that is there. */
  public FolderAccess access(WorkspacePath path) throws CallFailed {
    return calls.access(open(path));
  }

  /** Returns the name of an entry in its folder's handle. */
  public Place place(WorkspacePath path) throws CallFailed {
    return new Place(open(path.folder()), path.name());
  }

  /** Makes a folder in a folder that is there; one that somebody made meanwhile is as good. */
  public void make(WorkspacePath path, Permit permit) throws CallFailed {
    try {
      calls.makeFolder(open(path.folder()), path.name());
    } catch (CallFailed failure) {
      if (failure.error() != FileError.EEXIST) {
        throw failure;
      }
    }
    Folder _ = open(path);
  }

  /** Removes a folder, and says whether it did: one that is not empty stays. */
  public boolean remove(WorkspacePath path, Permit permit) {
    Folder held = opened.remove(path);
    if (held != null) {
      held.close();
    }
    try {
      calls.removeFolder(open(path.folder()), path.name());
      return true;
    } catch (CallFailed stays) {
      return false;
    }
  }

  /**
   * Returns whether every folder that was opened, the workspace itself among them, is still the one
   * at its path: a folder that was moved out of the workspace meanwhile takes what was moved into
   * it along.
   */
  public boolean inPlace() throws CallFailed {
    if (!leadsTo(() -> calls.openRoot(path), root)) {
      return false;
    }
    for (Map.Entry<WorkspacePath, Folder> entry : opened.entrySet()) {
      if (!leadsTo(() -> calls.open(root, entry.getKey().components()), entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** Opens a folder by its path. */
  private interface Opening {
    Folder open() throws CallFailed;
  }

  private boolean leadsTo(Opening way, Folder held) throws CallFailed {
    try (Folder again = way.open()) {
      FileFacts now = calls.stat(again);
      FileFacts then = calls.stat(held);
      return now.inode() == then.inode() && now.device() == then.device();
    } catch (CallFailed failure) {
      if (failure.error().leadsNowhere()) {
        return false;
      }
      throw failure;
    }
  }

  /** Returns when the names in every folder that was opened are on the disk. */
  public void sync() throws CallFailed {
    sync(root);
    for (Folder folder : opened.values()) {
      sync(folder);
    }
  }

  /** A file system without fsync(2) of directories has no more to give. */
  private void sync(Folder folder) throws CallFailed {
    try {
      calls.sync(folder);
    } catch (CallFailed failure) {
      if (!failure.error().unsupported()) {
        throw failure;
      }
    }
  }

  @Override
  public void close() {
    opened.values().forEach(Folder::close);
    root.close();
  }
}
