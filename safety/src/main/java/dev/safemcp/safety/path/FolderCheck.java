package dev.safemcp.safety.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a client's folder is: it must lie inside the root, with no link on the way. */
sealed interface FolderCheck {
  /**
   * It is a folder inside.
   *
   * @param relative the way from the root, without {@code .} and {@code ..}; empty for the root
   */
  record Found(Path relative) implements FolderCheck {}

  /** It is outside, or the way to it leaves the root. */
  record Outside() implements FolderCheck {}

  /** A link stands on the way, wherever it leads. */
  record Linked() implements FolderCheck {}

  /** Something on the way is not there, or is no folder. */
  record Absent() implements FolderCheck {}

  /**
   * Checks a folder. A way that leaves the root is one even where a part of it does not exist, so
   * that the answer tells nothing about what is outside.
   *
   * @param root absolute and real
   * @param text the folder as the client wrote it: relative to the root, or absolute
   */
  static FolderCheck of(Path root, String text) {
    List<Path> names = new ArrayList<>();
    try {
      Path path = Path.of(text);
      if (path.isAbsolute() && !path.startsWith(root)) {
        return new Outside();
      }
      path.forEach(names::add);
      if (path.isAbsolute()) {
        names.subList(0, root.getNameCount()).clear();
      }
    } catch (InvalidPathException noName) {
      return new Absent();
    }
    names.removeIf(name -> name.toString().isEmpty() || name.toString().equals("."));
    int depth = 0;
    for (Path name : names) {
      depth += name.toString().equals("..") ? -1 : 1;
      if (depth < 0) {
        return new Outside();
      }
    }
    return walk(root, names);
  }

  private static FolderCheck walk(Path root, List<Path> names) {
    try {
      // The root was real when the policy was read; a link in its place now would be followed.
      if (!root.toRealPath().equals(root)) {
        return new Linked();
      }
      Path at = root;
      for (Path name : names) {
        if (name.toString().equals("..")) {
          at = Objects.requireNonNull(at.getParent());
          continue;
        }
        at = at.resolve(name);
        BasicFileAttributes found =
            Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (found.isSymbolicLink()) {
          return new Linked();
        }
        if (!found.isDirectory()) {
          return new Absent();
        }
      }
      return Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)
          ? new Found(root.relativize(at))
          : new Absent();
    } catch (IOException absent) {
      return new Absent();
    }
  }
}
