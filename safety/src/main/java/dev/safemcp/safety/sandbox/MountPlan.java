package dev.safemcp.safety.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@link CommandRights} as bubblewrap takes them (bwrap(1)): a tree of mounts in which nothing else
 * is. Landlock leaves every name where it is and closes what lies behind; here the names have to be
 * made as well. Stateless.
 */
final class MountPlan {
  private static final Path DEVICES = Path.of("/dev");

  /** Holds nothing but links, by which many programs are found. */
  private static final Path ALTERNATIVES = Path.of("/etc/alternatives");

  /** A script of a script, as {@link CommandRights} follows them. */
  private static final int INTERPRETERS = 3;

  private MountPlan() {}

  /** How a place is mounted; the later one wins where a place is asked for twice. */
  private enum Way {
    READ("--ro-bind"),
    WRITE("--bind"),
    DEVICE("--dev-bind");

    private final String option;

    Way(String option) {
      this.option = option;
    }
  }

  /**
   * One mount.
   *
   * @param source real
   */
  private record Mount(Path source, Way way) {}

  /**
   * Returns the options.
   *
   * @param program the name by which the command is started: absolute, its links not followed
   */
  static List<String> of(CommandRights rights, Path program) {
    NavigableMap<Path, Mount> mounts = new TreeMap<>();
    rights.read().forEach(place -> add(mounts, place, place, Way.READ));
    rights.execute().forEach(place -> add(mounts, place, place, Way.READ));
    names(program, INTERPRETERS)
        .forEach(name -> real(name).ifPresent(file -> add(mounts, name, file, Way.READ)));
    add(mounts, ALTERNATIVES, ALTERNATIVES, Way.READ);
    rights.write().forEach(place -> add(mounts, place, place, Way.WRITE));
    List<String> options = new ArrayList<>(topLevelLinks());
    Set<Path> writable = new LinkedHashSet<>(rights.write());
    // What contains comes before what is contained, which would be hidden under it otherwise.
    mounts.forEach(
        (place, mount) -> {
          // Inside a place that may be written, a second mount could only take that away.
          if (mount.way() != Way.READ || writable.stream().noneMatch(place::startsWith)) {
            options.addAll(
                List.of(mount.way().option, mount.source().toString(), place.toString()));
          }
        });
    options.addAll(List.of("--remount-ro", "/"));
    return options;
  }

  /** Returns the names that a start goes through: the program, its loader, its interpreters. */
  private static Set<Path> names(Path program, int interpreters) {
    Set<Path> names = new LinkedHashSet<>();
    names.add(program);
    switch (ProgramFile.read(program)) {
      case ProgramFile.Loaded(Path loader) -> names.add(loader);
      case ProgramFile.Script(Path interpreter) when interpreters > 0 ->
          names.addAll(names(interpreter, interpreters - 1));
      default -> {}
    }
    return names;
  }

  private static void add(NavigableMap<Path, Mount> mounts, Path name, Path source, Way wanted) {
    if (!Files.exists(source)) {
      return;
    }
    Way way = name.startsWith(DEVICES) ? Way.DEVICE : wanted;
    // A link above the name is made of its own; the mount belongs where it leads.
    Path folder = name.getParent();
    Path place = folder == null ? name : real(folder).orElse(folder).resolve(name.getFileName());
    mounts.put(place, new Mount(source, way));
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  /** Returns what makes /bin, /lib and their like lead where they do on this machine. */
  private static List<String> topLevelLinks() {
    List<String> options = new ArrayList<>();
    try (DirectoryStream<Path> top = Files.newDirectoryStream(Path.of("/"))) {
      for (Path name : top) {
        if (Files.isSymbolicLink(name)
            && Files.isDirectory(name)
            && !Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
          options.addAll(
              List.of("--symlink", Files.readSymbolicLink(name).toString(), name.toString()));
        }
      }
    } catch (IOException unreadable) {
      // Then programs that are named through such a link do not start.
    }
    return options;
  }
}
