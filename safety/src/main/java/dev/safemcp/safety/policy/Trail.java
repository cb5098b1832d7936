package dev.safemcp.safety.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The way that the system takes to a file: every name it passes, links followed, as in
 * path_resolution(7). What does not exist yet follows the deepest folder that does.
 *
 * @param end where the way ends: absolute, no link in the part that exists
 * @param steps every name on the way and the end, each in its folder's real place; a link is a step
 *     itself, since whoever may replace it decides where the way ends
 */
record Trail(Path end, List<Path> steps) {
  /** The kernel's own bound, MAXSYMLINKS. */
  private static final int MOST_LINKS = 40;

  public Trail {
    steps = List.copyOf(steps);
  }

  /**
   * Follows an absolute path.
   *
   * @return nothing where links lead in a circle
   */
  static Optional<Trail> of(Path absolute) {
    Path top = Optional.ofNullable(absolute.getRoot()).orElseThrow();
    Deque<Path> ahead = new ArrayDeque<>();
    absolute.forEach(ahead::add);
    List<Path> steps = new ArrayList<>();
    Path here = top;
    for (int links = 0; !ahead.isEmpty(); ) {
      String name = ahead.removeFirst().toString();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        here = Optional.ofNullable(here.getParent()).orElse(top);
        continue;
      }
      Path next = here.resolve(name);
      steps.add(next);
      Optional<Path> target = target(next);
      if (target.isEmpty()) {
        here = next;
        continue;
      }
      if (++links > MOST_LINKS) {
        return Optional.empty();
      }
      if (target.get().isAbsolute()) {
        here = top;
      }
      List<Path> names = new ArrayList<>();
      target.get().forEach(names::add);
      names.reversed().forEach(ahead::addFirst);
    }
    steps.add(here);
    return Optional.of(new Trail(here, steps));
  }

  private static Optional<Path> target(Path file) {
    try {
      return Files.isSymbolicLink(file)
          ? Optional.of(Files.readSymbolicLink(file))
          : Optional.empty();
    } catch (IOException e) {
      // Gone in this instant: then it is a name that does not exist.
      return Optional.empty();
    }
  }

  /** Returns whether the way ends in a folder, or passes a name in it that could be replaced. */
  boolean touches(Path folder) {
    if (end.equals(folder) || isSameAsAncestor(folder)) {
      return true;
    }
    return steps.stream().anyMatch(step -> step.startsWith(folder) && !step.equals(folder));
  }

  /** Finds a folder that has two names: mounted twice, or on a file system that ignores case. */
  private boolean isSameAsAncestor(Path folder) {
    for (Path at = end; at != null; at = at.getParent()) {
      try {
        if (Files.exists(at) && Files.exists(folder) && Files.isSameFile(at, folder)) {
          return true;
        }
      } catch (IOException e) {
        // It cannot be compared by identity; its name was compared.
      }
    }
    return false;
  }
}
