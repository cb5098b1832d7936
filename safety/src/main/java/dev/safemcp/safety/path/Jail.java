package dev.safemcp.safety.path;

import dev.safemcp.safety.decision.VettedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The border around one root.
 *
 * <p>Thread-safe and immutable.
 */
public final class Jail {
  private final Path root;

  private Jail(Path root) {
    this.root = root;
  }

  /**
   * Returns the jail of a root.
   *
   * @param root absolute, real, a directory, as the policy's loader checked
   */
  public static Jail of(Path root) {
    return new Jail(root);
  }

  /** What the border says. */
  public sealed interface Containment {
    /** It lies inside. */
    record Inside(ContainedCommand command) implements Containment {}

    /** It leaves the root. */
    record Escape(String reason) implements Containment {}

    /** The folder is not there, or is none. */
    record NoFolder(String reason) implements Containment {}
  }

  /**
   * Checks the folder and, where asked, every argument.
   *
   * @param command what is to run
   * @param cwd the folder as the client wrote it, relative to the root or absolute; null for the
   *     root
   * @param containArguments whether arguments are checked
   */
  public Containment contain(
      VettedCommand command, @Nullable String cwd, boolean containArguments) {
    String wanted = cwd == null ? "" : cwd;
    Path relative;
    try {
      Path path = Path.of(wanted);
      if (path.isAbsolute()) {
        if (!path.startsWith(root)) {
          return escape("the folder", wanted);
        }
        path = root.relativize(path);
      }
      relative = path;
    } catch (InvalidPathException fault) {
      return new Containment.NoFolder("the folder '" + wanted + "' is no path");
    }
    return switch (folder(relative)) {
      case OUTSIDE -> escape("the folder", wanted);
      case ABSENT -> new Containment.NoFolder("there is no folder '" + wanted + "' below the root");
      case INSIDE -> {
        ContainedFolder folder = new ContainedFolder(root, relative.normalize());
        if (containArguments) {
          for (String argument : command.arguments()) {
            if (leaves(folder, argument)) {
              yield escape("the argument", argument);
            }
          }
        }
        yield new Containment.Inside(new ContainedCommand(command, folder));
      }
    };
  }

  private enum Place {
    INSIDE,
    OUTSIDE,
    ABSENT
  }

  /** Walks down from the root: no link is followed, and no {@code ..} leads above it. */
  private Place folder(Path relative) {
    Path current = root;
    for (Path part : relative) {
      String name = part.toString();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        if (current.equals(root)) {
          return Place.OUTSIDE;
        }
        // No link was passed on the way here, so the parent by name is the parent.
        current = java.util.Objects.requireNonNull(current.getParent());
        continue;
      }
      current = current.resolve(name);
      try {
        BasicFileAttributes attributes =
            Files.readAttributes(current, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
          return Place.OUTSIDE;
        }
        if (!attributes.isDirectory()) {
          return Place.ABSENT;
        }
      } catch (IOException absent) {
        return Place.ABSENT;
      }
    }
    return Place.INSIDE;
  }

  private boolean leaves(ContainedFolder folder, String argument) {
    PathWalk walk = new PathWalk(root, folder.absolute());
    return NamedPlaces.of(argument).stream().anyMatch(place -> !walk.staysInside(place));
  }

  private static Containment escape(String what, String said) {
    String shown = said.length() <= 200 ? said : said.substring(0, 200) + "...";
    return new Containment.Escape(
        what + " '" + shown + "' names a place outside the root: stay below it");
  }
}
