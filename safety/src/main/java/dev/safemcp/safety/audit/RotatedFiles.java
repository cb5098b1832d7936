package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The names that rotation gives: {@code audit.jsonl.1} is the newest, higher numbers are older.
 *
 * @param log the log that is written to
 */
record RotatedFiles(Path log) {
  /**
   * A rotated file.
   *
   * @param number what its name ends in
   * @param path its path
   */
  record Numbered(int number, Path path) {}

  /** Returns the files that exist, newest first, whatever numbers are missing between them. */
  List<Numbered> newestFirst() throws IOException {
    String prefix = log.getFileName() + ".";
    List<Numbered> found = new ArrayList<>();
    try (DirectoryStream<Path> names =
        Files.newDirectoryStream(
            folder(), name -> String.valueOf(name.getFileName()).startsWith(prefix))) {
      for (Path name : names) {
        String number = String.valueOf(name.getFileName()).substring(prefix.length());
        // A folder or a link of that name is none of ours; to a reader it is a gap in the chain.
        if (number.matches("[1-9][0-9]{0,8}")
            && Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS)) {
          found.add(new Numbered(Integer.parseInt(number), log.resolveSibling(prefix + number)));
        }
      }
    } catch (DirectoryIteratorException fault) {
      throw Objects.requireNonNull(fault.getCause());
    }
    found.sort((a, b) -> Integer.compare(a.number(), b.number()));
    return found;
  }

  /**
   * Moves the log to number 1, and each of those before it one further. Each step is atomic, and a
   * crash between two leaves a gap that readers do not mind and the next rotation fills.
   *
   * @param keep how many stay; the last one is replaced by the one before it
   */
  void rotate(int keep) throws IOException {
    int free = 1;
    while (free < keep && Files.exists(numbered(free), LinkOption.NOFOLLOW_LINKS)) {
      free++;
    }
    for (int n = free - 1; n >= 1; n--) {
      Files.move(numbered(n), numbered(n + 1), StandardCopyOption.ATOMIC_MOVE);
    }
    Files.move(log, numbered(1), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes those that are older than the operator wants to keep. */
  void prune(int keep) throws IOException {
    for (Numbered file : newestFirst()) {
      if (file.number() > keep) {
        Files.delete(file.path());
      }
    }
  }

  /** Returns the folder that all of them lie in. */
  Path folder() {
    return Objects.requireNonNull(log.toAbsolutePath().getParent());
  }

  private Path numbered(int n) {
    return log.resolveSibling(log.getFileName() + "." + n);
  }
}
