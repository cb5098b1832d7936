package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.policy.SandboxPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one allowed command may touch once it runs; whatever is not here is refused by the kernel.
 * Immutable.
 *
 * @param execute programs, loaders and granted places that it may start, real
 * @param read what it may read, as files or folders
 * @param write what it may read and write
 * @param startsOthers whether it may start a program again once it runs: only by a grant
 * @param network whether the network is open
 * @param lacking why it cannot start, or what a grant names and is not there; one phrase each
 */
public record CommandRights(
    Set<Path> execute,
    Set<Path> read,
    Set<Path> write,
    boolean startsOthers,
    boolean network,
    List<String> lacking) {
  public CommandRights {
    execute = Set.copyOf(execute);
    read = Set.copyOf(read);
    write = Set.copyOf(write);
    lacking = List.copyOf(lacking);
  }

  /** A script of a script is as deep as it goes here; the kernel goes on to five. */
  private static final int INTERPRETERS = 2;

  /**
   * Computes them.
   *
   * @param name the command's name
   * @param executable its program's file, real
   * @param allowed the files of all allowed programs, real
   * @param root the jail's root
   * @param policy for its grants and the network
   */
  public static CommandRights of(
      String name, Path executable, Collection<Path> allowed, Path root, SandboxPolicy policy) {
    Set<Path> execute = new LinkedHashSet<>();
    Set<Path> read = new LinkedHashSet<>(SystemPlaces.libraryFolders());
    Set<Path> write = new LinkedHashSet<>();
    List<String> lacking = new ArrayList<>();
    write.add(root);
    addAll(SystemPlaces.READ, read);
    addAll(SystemPlaces.WRITE, write);
    addAll(SystemPlaces.ofProgram(executable), read);
    if (policy.network()) {
      addAll(SystemPlaces.NETWORK, read);
    }
    addProgram(executable, allowed, execute, lacking, INTERPRETERS);
    boolean startsOthers = false;
    for (SandboxPolicy.Grant grant : policy.grants()) {
      if (grant.command().equals(name)) {
        addGranted(grant.execute(), execute, lacking);
        addGranted(grant.read(), read, lacking);
        addGranted(grant.write(), write, lacking);
        startsOthers |= !grant.execute().isEmpty();
      }
    }
    if (startsOthers) {
      execute.addAll(SystemPlaces.loaders());
    }
    return new CommandRights(execute, read, write, startsOthers, policy.network(), lacking);
  }

  /** Returns the root, and what grants let any command write, real. */
  static Set<Path> writable(Path root, SandboxPolicy policy) {
    Set<Path> places = new LinkedHashSet<>(Set.of(root));
    policy.grants().forEach(grant -> grant.write().forEach(place -> places.add(real(place))));
    return places;
  }

  private static void addAll(List<SystemPlaces.Place> places, Set<Path> paths) {
    places.stream().map(place -> Path.of(place.path())).filter(Files::exists).forEach(paths::add);
  }

  private static void addGranted(List<Path> granted, Set<Path> paths, List<String> lacking) {
    for (Path place : granted) {
      if (Files.exists(place)) {
        paths.add(place);
      } else {
        lacking.add("the grant of '" + place + "' has no effect: it is not there");
      }
    }
  }

  private static void addProgram(
      Path program,
      Collection<Path> allowed,
      Set<Path> execute,
      List<String> lacking,
      int interpreters) {
    execute.add(program);
    switch (ProgramFile.read(program)) {
      case ProgramFile.Loaded(Path loader) -> execute.add(real(loader));
      case ProgramFile.Script(Path named) -> {
        Path interpreter = real(named);
        if (interpreters > 0 && allowed.contains(interpreter)) {
          addProgram(interpreter, allowed, execute, lacking, interpreters - 1);
        } else {
          lacking.add(
              "it is a script of '"
                  + named
                  + "', which is not allowed, so it cannot start: allow that program too");
        }
      }
      case ProgramFile.Alone() -> {}
      // The kernel can start what this user cannot read; its loader is most likely the usual one.
      case ProgramFile.Unreadable() -> execute.addAll(SystemPlaces.loaders());
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException absent) {
      return path;
    }
  }
}
