package dev.safemcp.safety.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Follows a path as the kernel would, component by component, and says whether it ever leaves the
 * root.
 *
 * <p>Links are followed as far as they exist; what does not exist is taken as written. Never
 * normalizes first: {@code link/..} is the parent of the link's target, not of the link.
 *
 * @param root absolute and real
 * @param from where relative paths begin, inside the root
 */
record PathWalk(Path root, Path from) {
  /** The kernel's own bound (path_resolution(7)). */
  private static final int MAX_LINKS = 40;

  boolean staysInside(String path) {
    Deque<String> rest = new ArrayDeque<>();
    Path current = path.startsWith("/") ? Path.of("/") : from;
    push(rest, path);
    int links = 0;
    // An absolute path starts above the root and must arrive below it; from there on it must not
    // leave.
    boolean arrived = current.startsWith(root);
    while (!rest.isEmpty()) {
      String name = rest.removeFirst();
      if (name.equals("..")) {
        current = current.getParent() == null ? current : current.getParent();
      } else {
        try {
          Path next = current.resolve(name);
          if (Files.isSymbolicLink(next)) {
            if (++links > MAX_LINKS) {
              return false;
            }
            String target = Files.readSymbolicLink(next).toString();
            push(rest, target);
            if (target.startsWith("/")) {
              current = Path.of("/");
              arrived = false;
            }
            continue;
          }
          current = next;
        } catch (IOException | InvalidPathException unreadable) {
          return false;
        }
      }
      if (arrived && !current.startsWith(root)) {
        return false;
      }
      arrived |= current.startsWith(root);
    }
    return arrived;
  }

  private static void push(Deque<String> rest, String path) {
    String[] names = path.split("/");
    for (int i = names.length - 1; i >= 0; i--) {
      if (!names[i].isEmpty() && !names[i].equals(".")) {
        rest.addFirst(names[i]);
      }
    }
  }
}
