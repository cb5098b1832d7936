package dev.safemcp.safety.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What the policy says of places, held against the file system as it is: roots are real folders,
 * and what the agent must not write lies outside all of them. Stateless.
 */
final class Border {
  private static final int MAX_LINKS = 40;

  private Border() {}

  /** Returns a root's real path. */
  static Path root(Section section, String key, Path path) throws Refusal {
    if (!Files.exists(path)) {
      throw section.refuse(
          key, "is '" + path + "', which does not exist: create it or name another folder");
    }
    if (!Files.isDirectory(path)) {
      throw section.refuse(key, "is '" + path + "', which is no directory: name a folder");
    }
    Path real = resolve(path);
    if (real.getNameCount() == 0) {
      throw section.refuse(
          key, "is '/': name a folder that holds nothing but what the agent may touch");
    }
    return real;
  }

  /** Refuses a file that the agent could reach. */
  static void outside(Section section, String key, Path file, List<Path> roots) throws Refusal {
    Path real = resolve(file);
    for (Path root : roots) {
      if (real.startsWith(root)) {
        throw section.refuse(
            key,
            "is '"
                + file
                + "', which lies inside the root '"
                + root
                + "': the agent could change it, so name a place outside");
      }
    }
  }

  /** Refuses a policy that the agent, or anyone, could rewrite. */
  static void policyFile(String name, Path file, List<Path> roots) throws Refusal {
    Path real = resolve(file);
    for (Path root : roots) {
      if (real.startsWith(root)) {
        throw new Refusal(
            "'"
                + name
                + "' lies inside the root '"
                + root
                + "': the agent could edit its own rules, so move it outside");
      }
    }
    try {
      if (Files.getPosixFilePermissions(real).contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new Refusal("'" + name + "' is writable by everyone: run chmod o-w on it");
      }
    } catch (UnsupportedOperationException noPosix) {
      // A file system without POSIX permissions: there is no such bit to look at.
    } catch (IOException fault) {
      throw new Refusal("'" + name + "' cannot be inspected: check its permissions");
    }
  }

  /**
   * Follows a path as the kernel would, as far as it exists; what does not exist is appended as it
   * stands. Never normalizes before resolving: {@code link/..} is the parent of the link's target.
   */
  static Path resolve(Path path) {
    Path absolute = path.toAbsolutePath();
    Path current = absolute.getRoot();
    Deque<Path> rest = new ArrayDeque<>();
    absolute.forEach(rest::addLast);
    int links = 0;
    while (!rest.isEmpty()) {
      String name = rest.removeFirst().toString();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        current = current.getParent() == null ? current : current.getParent();
        continue;
      }
      Path next = current.resolve(name);
      if (Files.isSymbolicLink(next) && links++ < MAX_LINKS) {
        try {
          Path target = Files.readSymbolicLink(next);
          if (target.isAbsolute()) {
            current = target.getRoot();
          }
          List<Path> names = new java.util.ArrayList<>();
          target.forEach(names::add);
          names.reversed().forEach(rest::addFirst);
          continue;
        } catch (IOException unreadable) {
          // Kept as a name: a link that cannot be read leads nowhere for us either.
        }
      }
      current = next;
    }
    return current;
  }
}
