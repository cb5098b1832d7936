package dev.safemcp.safety.decision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs that allowed names stand for, looked up once: a program that appears on the PATH
 * later, or in the jail, changes nothing (a fake {@code git} in a writable folder is the oldest
 * trick there is). Immutable.
 */
final class ProgramCatalog {
  private final Map<String, Path> programs;

  private ProgramCatalog(Map<String, Path> programs) {
    this.programs = programs;
  }

  /**
   * Looks names up.
   *
   * @param names allowed names
   * @param searchPath folders as in PATH; those that are relative or inside the jail do not count
   * @param jail the jail's root, real
   */
  static ProgramCatalog of(Collection<String> names, List<String> searchPath, Path jail) {
    Map<String, Path> programs = new LinkedHashMap<>();
    for (String name : names) {
      for (String folder : searchPath) {
        Optional<Path> program = program(folder, name, jail);
        if (program.isPresent()) {
          programs.put(name, program.get());
          break;
        }
      }
    }
    return new ProgramCatalog(programs);
  }

  Optional<Path> find(String name) {
    return Optional.ofNullable(programs.get(name));
  }

  private static Optional<Path> program(String folder, String name, Path jail) {
    try {
      if (!folder.startsWith("/")) {
        return Optional.empty();
      }
      Path path = Path.of(folder).resolve(name);
      if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
        return Optional.empty();
      }
      // The folder's real place and the file's count: a link may lead into the jail. The name is
      // kept as it was
      // found, since a multi-call program such as busybox acts by it.
      Path found = Path.of(folder).toRealPath().resolve(name);
      boolean outside = !found.startsWith(jail) && !path.toRealPath().startsWith(jail);
      return outside ? Optional.of(found) : Optional.empty();
    } catch (IOException | InvalidPathException unusable) {
      return Optional.empty();
    }
  }
}
