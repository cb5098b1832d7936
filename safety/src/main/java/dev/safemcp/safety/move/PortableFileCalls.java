package dev.safemcp.safety.move;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.FolderAccess;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.file.Standing;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * {@link FileCalls} by the JDK alone, for systems without the Linux ones. Thread-safe.
 *
 * <p>Its handles are paths: a program that swaps a folder for a link between the check, which is
 * made before every call, and the call can lead it out. It never replaces: there is no rename
 * without replacing, so files go by link, and folders do not move.
 */
public final class PortableFileCalls implements FileCalls {
  /** Makes the calls of this machine. */
  public PortableFileCalls() {}

  /** A folder by its path below a root, and what it was when it was opened. */
  private record PathFolder(Path root, Path path, Object key) implements Folder {
    @Override
    public void close() {}
  }

  @Override
  public Optional<String> weakness() {
    return Optional.of(
        "moves on this system are not bound to directory handles: another program that swaps a"
            + " folder for a link at the right moment can lead one out of the workspace");
  }

  @Override
  public Folder openRoot(Path root) throws CallFailed {
    return opened(root, root);
  }

  @Override
  public Folder open(Folder base, List<Name> path) throws CallFailed {
    PathFolder folder = checked(base);
    Path way = folder.path();
    for (Name name : path) {
      way = child(way, name);
    }
    return opened(folder.root(), way);
  }

  private static PathFolder opened(Path root, Path path) throws CallFailed {
    // From the root of the system for the root itself, below it for a folder.
    Path way = path.equals(root) ? path.getRoot() : root;
    for (Path component : path.equals(root) ? path : root.relativize(path)) {
      way = way == null ? component : way.resolve(component);
      BasicFileAttributes attributes = attributes(way);
      if (attributes.isSymbolicLink()) {
        throw new CallFailed("open", FileError.ELOOP);
      }
      if (!attributes.isDirectory()) {
        throw new CallFailed("open", FileError.ENOTDIR);
      }
    }
    return new PathFolder(root, path, key(path, attributes(path)));
  }

  /** Looks again whether a folder is what it was, before each act in it. */
  private static PathFolder checked(Folder folder) throws CallFailed {
    PathFolder held = (PathFolder) folder;
    if (!opened(held.root(), held.path()).key().equals(held.key())) {
      throw new CallFailed("open", FileError.ELOOP);
    }
    return held;
  }

  @Override
  public FileFacts stat(Folder folder) throws CallFailed {
    return facts(checked(folder).path());
  }

  @Override
  public FileFacts stat(Folder folder, Name name) throws CallFailed {
    return facts(child(checked(folder).path(), name));
  }

  @Override
  public FolderAccess access(Folder folder) throws CallFailed {
    return Files.isWritable(checked(folder).path())
        ? FolderAccess.FREE
        : new FolderAccess(Optional.of(FileError.EACCES), OptionalInt.empty());
  }

  @Override
  public void list(Folder folder, NameVisitor visitor) throws CallFailed {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(checked(folder).path())) {
      for (Path entry : entries) {
        Path name = entry.getFileName();
        if (name != null && !visitor.visit(Name.of(name.toString()))) {
          return;
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw CallFailed.of("readdir", new IOException(failure));
    } catch (IOException failure) {
      throw CallFailed.of("readdir", failure);
    }
  }

  @Override
  public void renameNoReplace(Folder from, Name source, Folder to, Name destination)
      throws CallFailed {
    throw new CallFailed("rename", FileError.ENOSYS);
  }

  @Override
  public void rename(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    Path old = child(checked(from).path(), source);
    try {
      Files.move(old, child(checked(to).path(), destination), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw CallFailed.of("rename", failure);
    }
  }

  @Override
  public void link(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    Path old = child(checked(from).path(), source);
    try {
      Files.createLink(child(checked(to).path(), destination), old);
    } catch (UnsupportedOperationException lacking) {
      throw new CallFailed("link", FileError.EOPNOTSUPP);
    } catch (IOException failure) {
      throw CallFailed.of("link", failure);
    }
  }

  @Override
  public void unlink(Folder folder, Name name) throws CallFailed {
    delete(child(checked(folder).path(), name), false);
  }

  @Override
  public void removeFolder(Folder folder, Name name) throws CallFailed {
    delete(child(checked(folder).path(), name), true);
  }

  private static void delete(Path path, boolean folder) throws CallFailed {
    if (attributes(path).isDirectory() != folder) {
      throw new CallFailed("unlink", folder ? FileError.ENOTDIR : FileError.EISDIR);
    }
    try {
      Files.delete(path);
    } catch (IOException failure) {
      throw CallFailed.of("unlink", failure);
    }
  }

  @Override
  public void makeFolder(Folder folder, Name name) throws CallFailed {
    try {
      Files.createDirectory(child(checked(folder).path(), name));
    } catch (IOException failure) {
      throw CallFailed.of("mkdir", failure);
    }
  }

  @Override
  public void sync(Folder folder) throws CallFailed {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return; // Windows opens no directory
    }
    try (FileChannel channel =
        FileChannel.open(
            checked(folder).path(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      channel.force(true);
    } catch (IOException failure) {
      throw CallFailed.of("fsync", failure);
    }
  }

  private static Path child(Path folder, Name name) throws CallFailed {
    try {
      return folder.resolve(name.visible());
    } catch (InvalidPathException noName) {
      throw new CallFailed("open", FileError.ENOENT); // no entry can have that name here
    }
  }

  private static BasicFileAttributes attributes(Path path) throws CallFailed {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException failure) {
      throw CallFailed.of("lstat", failure);
    }
  }

  private static FileFacts facts(Path path) throws CallFailed {
    BasicFileAttributes attributes = attributes(path);
    Kind kind =
        attributes.isRegularFile()
            ? Kind.REGULAR_FILE
            : attributes.isDirectory()
                ? Kind.DIRECTORY
                : attributes.isSymbolicLink() ? Kind.SYMBOLIC_LINK : Kind.OTHER;
    long device = 0;
    long links = 1;
    // Windows shows no number of a file: its creation and size have to do.
    long inode = 31 * nanoseconds(attributes.creationTime()) + attributes.size();
    if (attributes.fileKey() != null) {
      try {
        Map<String, Object> unix =
            Files.readAttributes(path, "unix:ino,dev,nlink", LinkOption.NOFOLLOW_LINKS);
        inode = ((Number) unix.getOrDefault("ino", 0L)).longValue();
        device = ((Number) unix.getOrDefault("dev", 0L)).longValue();
        links = ((Number) unix.getOrDefault("nlink", 1)).longValue();
      } catch (IOException failure) {
        throw CallFailed.of("lstat", failure);
      }
    }
    return new FileFacts(
        kind,
        attributes.size(),
        nanoseconds(attributes.lastModifiedTime()),
        device,
        inode,
        0,
        links,
        Standing.ORDINARY);
  }

  private static long nanoseconds(FileTime time) {
    return time.to(TimeUnit.NANOSECONDS);
  }

  private static Object key(Path path, BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    return key == null ? path : key;
  }
}
