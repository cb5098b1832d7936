package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Opens files that are ours alone: regular ones, by their own name and never through a link. A FIFO
 * would hang the server and a device would swallow the record. Stateless.
 */
final class OwnFile {
  private static final Set<OpenOption> APPEND =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private OwnFile() {}

  /**
   * A file that is open.
   *
   * @param channel the way to its bytes
   * @param key what tells it from every other file that exists
   */
  record Opened(FileChannel channel, Optional<Object> key) {}

  /** A name stood for another file before it was opened than after: for a reader, a rotation. */
  static final class Replaced extends IOException {
    private static final long serialVersionUID = 1L;

    Replaced() {
      super("it was replaced while it was opened");
    }
  }

  /** Returns what stands under a name, links not followed; empty where nothing does. */
  static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
    try {
      return Optional.of(
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  /** Returns what tells a file from every other; empty where the file system does not say. */
  static Optional<Object> key(BasicFileAttributes attributes) {
    return Optional.ofNullable(attributes.fileKey());
  }

  /**
   * Returns what stands under a name, links not followed.
   *
   * @throws IOException where that is no regular file
   */
  static Optional<BasicFileAttributes> check(Path file) throws IOException {
    Optional<BasicFileAttributes> there = attributes(file);
    if (there.isPresent() && !there.get().isRegularFile()) {
      throw new IOException(
          there.get().isSymbolicLink()
              ? "it is a symbolic link, name the file itself"
              : "it is no regular file");
    }
    return there;
  }

  /** Opens a file for appending, and creates it with mode 0600 where there is none. */
  static Opened append(Path file) throws IOException {
    return open(file, APPEND);
  }

  /** Opens a file for reading. */
  static Opened read(Path file) throws IOException {
    return open(file, READ);
  }

  private static Opened open(Path file, Set<OpenOption> options) throws IOException {
    Optional<BasicFileAttributes> before = check(file);
    FileChannel channel = FileChannel.open(file, options, ownerOnly(file));
    try {
      BasicFileAttributes after =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (before.isPresent() && !Objects.equals(before.get().fileKey(), after.fileKey())) {
        throw new Replaced();
      }
      return new Opened(channel, key(after));
    } catch (IOException fault) {
      channel.close();
      throw fault;
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
