package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.ProgramPaths;
import dev.safemcp.safety.kernel.SeccompCalls;
import dev.safemcp.safety.sandbox.FilterRule.Test.IsWithin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
    // Started before the filter is there, so that the supervisor is not under it.
    CompletableFuture<Integer> listener = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("execution-watch").start(() -> serve(listener));
    int result = -Errno.EACCES;
    try (Arena arena = Arena.ofConfined()) {
      result =
          SeccompCalls.filterThisThreadWithListener(
              FilterProgram.of(
                      kernel.syscalls().orElseThrow(),
                      List.of(
                          new FilterRule(
                              "execve",
                              FilterRule.ASK,
                              false,
                              List.of(
                                  List.of(new IsWithin(0, ProgramPaths.PLACE, ProgramPaths.SIZE)))),
                          FilterRule.deny("execveat", Errno.EACCES)))
                  .write(arena));
    } finally {
      listener.complete(result);
    }
    return result < 0
        ? Optional.of(RefusedStep.of("entering its filter of programs", result))
        : Optional.empty();
  }

  private void serve(CompletableFuture<Integer> listener) {
    int descriptor = listener.join();
    if (descriptor >= 0) {
      AtomicBoolean started = new AtomicBoolean();
      new Supervisor(
              // Its filter asks about programs alone.
              Set.of(),
              kernel.syscalls().orElseThrow(),
              descriptor,
              // A command without a grant starts nothing, itself included.
              file -> startable.contains(file) && (startsOthers || !started.getAndSet(true)))
          .run();
    }
  }
}
