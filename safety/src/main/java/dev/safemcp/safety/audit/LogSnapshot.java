package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files of a log, oldest first, all open as of one moment: a rotation while they are read can
 * neither hide one nor show it twice. Takes no lock, so that it works on a copy and on a read-only
 * disk.
 *
 * @param parts the files, at least one
 */
record LogSnapshot(List<Part> parts) implements AutoCloseable {
  private static final int MAX_TRIES = 100;

  LogSnapshot {
    parts = List.copyOf(parts);
  }

  /**
   * One file.
   *
   * @param path its name at that moment
   * @param channel open for reading
   * @param size its size then; what came later is not part of the snapshot
   * @param key what tells it from every other file
   */
  record Part(Path path, FileChannel channel, long size, Optional<Object> key) {
    LineReader lines() {
      return new LineReader(channel, 0, size);
    }
  }

  /**
   * Opens a log and its rotated files.
   *
   * @throws NoSuchFileException where there is neither the log nor a rotated file of it
   * @throws IOException where one of them is no regular file or cannot be read
   */
  static LogSnapshot open(Path log) throws IOException {
    Path real = java.nio.file.Files.exists(log) ? log.toRealPath() : log;
    for (int i = 0; ; i++) {
      List<Path> names = names(real);
      if (names.isEmpty()) {
        throw new NoSuchFileException(log.toString());
      }
      try {
        LogSnapshot snapshot = of(names);
        if (snapshot.isStill(names(real))) {
          return snapshot;
        }
        snapshot.close();
        if (i >= MAX_TRIES) {
          throw new IOException("it is rotated faster than it can be read");
        }
      } catch (NoSuchFileException | OwnFile.Replaced rotated) {
        if (i >= MAX_TRIES) {
          throw rotated;
        }
      }
    }
  }

  private static List<Path> names(Path log) throws IOException {
    List<Path> names = new ArrayList<>();
    for (RotatedFiles.Numbered file : new RotatedFiles(log).newestFirst()) {
      names.addFirst(file.path());
    }
    if (java.nio.file.Files.exists(log, LinkOption.NOFOLLOW_LINKS)) {
      names.add(log);
    }
    return names;
  }

  private static LogSnapshot of(List<Path> names) throws IOException {
    List<Part> parts = new ArrayList<>();
    try {
      for (Path name : names) {
        OwnFile.Opened opened = OwnFile.read(name);
        parts.add(new Part(name, opened.channel(), opened.channel().size(), opened.key()));
      }
      return new LogSnapshot(parts);
    } catch (IOException fault) {
      new LogSnapshot(parts).close();
      throw fault;
    }
  }

  /** Returns whether these names still stand for these files. */
  private boolean isStill(List<Path> names) throws IOException {
    if (names.size() != parts.size()) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      Optional<BasicFileAttributes> now = OwnFile.attributes(names.get(i));
      if (!names.get(i).equals(parts.get(i).path())
          || !now.flatMap(OwnFile::key).equals(parts.get(i).key())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    for (Part part : parts) {
      part.channel().close();
    }
  }
}
