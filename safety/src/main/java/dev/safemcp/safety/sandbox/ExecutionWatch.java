package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.ProgramPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Keeps a command that runs among mounts from starting anything but its program and its grants:
 * files of the root, libraries and the loader can be read there and would start otherwise.
 *
 * <p>A filter hands each execve(2) to a {@link Supervisor}. Immutable and thread-safe.
 */
final class ExecutionWatch {
  /** How many files of a granted folder are looked at; what lies beyond does not start. */
  private static final int FILES = 20_000;

  private final Set<FileIdentity> startable;
  private final boolean startsOthers;
  private final KernelFeatures kernel;

  private ExecutionWatch(Set<FileIdentity> startable, boolean startsOthers, KernelFeatures kernel) {
    this.startable = Set.copyOf(startable);
    this.startsOthers = startsOthers;
    this.kernel = kernel;
  }

  /** Makes one. */
  static ExecutionWatch of(CommandRights rights, KernelFeatures kernel) {
    Set<FileIdentity> startable = new HashSet<>();
    for (Path place : rights.execute()) {
      try (Stream<Path> files = Files.walk(place)) {
        files
            .filter(Files::isRegularFile)
            .limit(FILES)
            .forEach(file -> FileIdentity.of(file).ifPresent(startable::add));
      } catch (IOException | UncheckedIOException unreadable) {
        // What cannot be looked at does not start.
      }
    }
    SystemPlaces.loaders().forEach(loader -> FileIdentity.of(loader).ifPresent(startable::remove));
    return new ExecutionWatch(startable, rights.startsOthers(), kernel);
  }

  /**
   * Puts the calling thread under it for good. The thread may start one program of the server's own
   * choice unasked, see {@link ProgramPaths}.
   *
   * @return empty on success, else what the kernel refused
   */
  Optional<String> watchThisThread() {
    AtomicBoolean started = new AtomicBoolean();
    try (Arena arena = Arena.ofConfined()) {
      int result =
          Supervisor.superviseThisThread(
              FilterProgram.of(
                      kernel.syscalls().orElseThrow(),
                      List.of(
                          SyscallFilter.asksAboutStarts(),
                          FilterRule.deny("execveat", Errno.EACCES)))
                  .write(arena),
              // Its filter asks about programs alone.
              Set.of(),
              kernel.syscalls().orElseThrow(),
              // A command without a grant starts nothing, itself included.
              file -> startable.contains(file) && (startsOthers || !started.getAndSet(true)));
      return result < 0
          ? Optional.of(RefusedStep.of("entering its filter of programs", result))
          : Optional.empty();
    }
  }
}
