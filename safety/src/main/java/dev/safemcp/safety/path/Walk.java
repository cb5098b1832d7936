package dev.safemcp.safety.path;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;

/**
 * Follows the places that arguments name, component by component, as the kernel does
 * (path_resolution(7)), and says where they lead.
 *
 * <p>Never {@code normalize()}: with {@code l -> /etc}, {@code l/../passwd} is no file beside
 * {@code l}. What does not exist is walked by its names alone, since a program may create it. Not
 * thread-safe; one for each check of a command, which it bounds in time.
 */
final class Walk {
  /** Where a place lies. */
  enum End {
    /** Inside the root, on every step. */
    INSIDE,
    /** A step of the name itself leaves the root. */
    OUTSIDE,
    /** A step of a link leaves the root. */
    OUTSIDE_BY_LINK,
    /** It cannot be told, so it counts as outside. */
    UNKNOWN
  }

  /** What path_resolution(7) allows in one lookup. */
  private static final int MAX_LINKS = 40;

  /** NAME_MAX: a longer name names nothing. */
  private static final int MAX_NAME = 255;

  /** Steps and look-ups in one check: more than any honest command needs, a blink of time. */
  private static final int MAX_STEPS = 1_000_000;

  private static final int MAX_LOOKUPS = 20_000;

  private enum Kind {
    FOLDER,
    LINK,
    OTHER
  }

  private final Path root;
  private final Path folder;
  private final TextProgram program;
  private final Map<Path, Kind> seen = new HashMap<>();
  private int steps;

  /**
   * Starts a check.
   *
   * @param root absolute and real
   * @param folder the way from the root to where the command runs
   * @param program how the command reads a text that begins with a slash
   */
  Walk(Path root, Path folder, TextProgram program) {
    this.root = root;
    this.folder = root.resolve(folder);
    this.program = program;
  }

  /** Returns where an argument leads: the first end that is not inside, of all that it may name. */
  End of(String argument) {
    try {
      Iterator<String> spellings = Spellings.of(argument).iterator();
      while (spellings.hasNext()) {
        End end = ofSpelling(spellings.next());
        if (end != End.INSIDE) {
          return end;
        }
      }
      return End.INSIDE;
    } catch (IOException | InvalidPathException | TooLong unknown) {
      return End.UNKNOWN;
    }
  }

  private End ofSpelling(String spelling) throws IOException, TooLong {
    if (spelling.startsWith("~")) {
      int slash = spelling.indexOf('/');
      if (slash > 1) {
        return End.OUTSIDE; // another user's home, for a program that expands it itself
      }
      // HOME is the root.
      End home = from(root, Path.of(spelling.substring(slash < 0 ? 1 : 2)));
      if (slash == 1 && home != End.INSIDE) {
        return home;
      }
    }
    Path path = Path.of(spelling);
    if (!path.isAbsolute()) {
      return from(folder, path);
    }
    if (path.startsWith(root)) {
      return from(root, below(path));
    }
    return program.takesAsText(path) ? End.INSIDE : End.OUTSIDE;
  }

  private Path below(Path inside) {
    int names = root.getNameCount();
    return inside.getNameCount() == names
        ? Path.of("")
        : inside.subpath(names, inside.getNameCount());
  }

  private End from(Path start, Path path) throws IOException, TooLong {
    steps += path.getNameCount();
    Deque<Path> rest = new ArrayDeque<>();
    path.forEach(rest::add);
    Path at = start;
    int unborn = 0; // names below `at` that are no folders
    int links = 0;
    while (!rest.isEmpty()) {
      if (++steps > MAX_STEPS) {
        throw new TooLong();
      }
      Path name = rest.pop();
      String text = name.toString();
      if (text.isEmpty() || text.equals(".")) {
        continue;
      }
      if (text.equals("..")) {
        if (unborn > 0) {
          unborn--;
        } else if (at.equals(root)) {
          return links == 0 ? End.OUTSIDE : End.OUTSIDE_BY_LINK;
        } else {
          at = Objects.requireNonNull(at.getParent());
        }
        continue;
      }
      if (unborn > 0) {
        unborn++;
        continue;
      }
      Path next = at.resolve(name);
      switch (kindOf(next)) {
        case FOLDER -> at = next;
        case OTHER -> unborn = 1;
        case LINK -> {
          if (++links > MAX_LINKS) {
            throw new TooLong();
          }
          Path target = Files.readSymbolicLink(next);
          if (target.isAbsolute()) {
            if (!target.startsWith(root)) {
              return End.OUTSIDE_BY_LINK;
            }
            at = root;
            target = below(target);
          }
          for (int i = target.getNameCount() - 1; i >= 0; i--) {
            rest.push(target.getName(i));
          }
        }
      }
    }
    return End.INSIDE;
  }

  private Kind kindOf(Path path) throws IOException, TooLong {
    Kind known = seen.get(path);
    if (known != null) {
      return known;
    }
    if (seen.size() >= MAX_LOOKUPS) {
      throw new TooLong();
    }
    Kind kind = lookUp(path);
    seen.put(path, kind);
    return kind;
  }

  private static Kind lookUp(Path path) throws IOException {
    String name = String.valueOf(path.getFileName());
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
      return Kind.OTHER;
    }
    try {
      BasicFileAttributes found =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return found.isSymbolicLink() ? Kind.LINK : found.isDirectory() ? Kind.FOLDER : Kind.OTHER;
    } catch (NoSuchFileException absent) {
      return Kind.OTHER;
    }
  }

  /** More links, steps or look-ups than a check may take. */
  private static final class TooLong extends Exception {
    private static final long serialVersionUID = 1;

    TooLong() {
      super(null, null, false, false);
    }
  }
}
