package dev.safemcp.safety.decision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Finds programs on a search path, as execvp(3) does, but for the folders that do not count: those
 * that are relative, and those in which a command could have put a program.
 *
 * @param folders as in PATH
 * @param roots absolute and real: no step of the way to a program may lie in one, not even a link
 *     that leads out again
 */
record ProgramSearch(List<String> folders, List<Path> roots) {
  /** What path_resolution(7) allows in one lookup. */
  private static final int MAX_LINKS = 40;

  ProgramSearch {
    folders = List.copyOf(folders);
    roots = List.copyOf(roots);
  }

  /** Returns the first program of that name. */
  Optional<Program> find(String name) {
    return folders.stream().flatMap(folder -> in(folder, name).stream()).findFirst();
  }

  private Optional<Program> in(String folder, String name) {
    try {
      Path path = Path.of(folder);
      if (!path.isAbsolute()) {
        return Optional.empty();
      }
      Optional<Path> start = real(path).map(real -> real.resolve(name));
      Optional<Path> file = start.flatMap(this::real);
      return file.isPresent() && Files.isRegularFile(file.get()) && Files.isExecutable(file.get())
          ? Optional.of(new Program(start.orElseThrow(), file.get()))
          : Optional.empty();
    } catch (InvalidPathException noName) {
      return Optional.empty();
    }
  }

  /** Resolves step by step, as the kernel does; empty where a step lies in a root or is unknown. */
  private Optional<Path> real(Path absolute) {
    Deque<Path> rest = new ArrayDeque<>();
    absolute.forEach(rest::add);
    Path at = absolute.getRoot();
    int links = 0;
    while (!rest.isEmpty()) {
      Path name = rest.pop();
      if (name.toString().equals("..")) {
        at = at.getParent() == null ? at : at.getParent();
        continue;
      }
      Path next = name.toString().equals(".") ? at : at.resolve(name);
      if (roots.stream().anyMatch(next::startsWith)) {
        return Optional.empty();
      }
      if (!Files.isSymbolicLink(next)) {
        at = next;
        continue;
      }
      if (++links > MAX_LINKS) {
        return Optional.empty();
      }
      try {
        Path target = Files.readSymbolicLink(next);
        for (int i = target.getNameCount() - 1; i >= 0; i--) {
          rest.push(target.getName(i));
        }
        at = target.isAbsolute() ? target.getRoot() : at;
      } catch (IOException gone) {
        return Optional.empty();
      }
    }
    return Optional.of(at);
  }
}
