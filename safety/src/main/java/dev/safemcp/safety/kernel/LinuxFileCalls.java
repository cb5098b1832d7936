package dev.safemcp.safety.kernel;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.FolderAccess;
import dev.safemcp.safety.file.Name;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@link FileCalls} by the Linux kernel: openat2(2), renameat2(2) and the calls that end in {@code
 * at}. Thread-safe.
 */
public final class LinuxFileCalls implements FileCalls {
  private final OpenFolderCalls folders;

  private LinuxFileCalls(OpenFolderCalls folders) {
    this.folders = folders;
  }

  /** Binds the calls; empty off Linux on x86-64 and arm64, or with a C library that lacks one. */
  public static Optional<FileCalls> bind() {
    return bind(true);
  }

  /**
   * Binds the calls.
   *
   * @param openat2 false for a kernel that lacks it
   */
  static Optional<FileCalls> bind(boolean openat2) {
    String architecture = System.getProperty("os.arch", "");
    boolean known = architecture.equals("aarch64") || architecture.equals("amd64");
    return known
            && System.getProperty("os.name", "").equals("Linux")
            && NativeCall.available("statx")
            && NativeCall.available("renameat2")
        ? Optional.of(new LinuxFileCalls(new OpenFolderCalls(openat2)))
        : Optional.empty();
  }

  @Override
  public Optional<String> weakness() {
    return Optional.empty();
  }

  @Override
  public Folder openRoot(Path root) throws CallFailed {
    return folders.root(root);
  }

  @Override
  public Folder open(Folder base, List<Name> path) throws CallFailed {
    return folders.below(base, path);
  }

  @Override
  public FileFacts stat(Folder folder) throws CallFailed {
    return StatCalls.of(folder);
  }

  @Override
  public FileFacts stat(Folder folder, Name name) throws CallFailed {
    return StatCalls.of(folder, name);
  }

  @Override
  public FolderAccess access(Folder folder) throws CallFailed {
    return StatCalls.access(folder);
  }

  @Override
  public void list(Folder folder, NameVisitor visitor) throws CallFailed {
    // A handle of its own, since the position in the directory belongs to the handle.
    try (Folder reading = folders.again(folder)) {
      FolderEntries.visit(reading, visitor);
    }
  }

  @Override
  public void renameNoReplace(Folder from, Name source, Folder to, Name destination)
      throws CallFailed {
    NameCalls.renameNoReplace(from, source, to, destination);
  }

  @Override
  public void rename(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    NameCalls.rename(from, source, to, destination);
  }

  @Override
  public void link(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    NameCalls.link(from, source, to, destination);
  }

  @Override
  public void unlink(Folder folder, Name name) throws CallFailed {
    NameCalls.unlink(folder, name);
  }

  @Override
  public void makeFolder(Folder folder, Name name) throws CallFailed {
    NameCalls.makeFolder(folder, name);
  }

  @Override
  public void removeFolder(Folder folder, Name name) throws CallFailed {
    NameCalls.removeFolder(folder, name);
  }

  @Override
  public void sync(Folder folder) throws CallFailed {
    NameCalls.sync(folder);
  }
}
