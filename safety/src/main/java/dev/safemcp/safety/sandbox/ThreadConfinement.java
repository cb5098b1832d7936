package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.LandlockCalls;
import dev.safemcp.safety.kernel.ProgramPaths;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@link CommandRights} made ready for the kernel once, to be laid on any number of threads.
 *
 * <p>Immutable and thread-safe. Its ruleset's descriptor stays open for as long as the server
 * lives: there is one for each allowed command.
 */
final class ThreadConfinement {
  private static final int NO_RULESET = -1;

  private final SharedConfinement shared;
  private final int ruleset;
  private final @Nullable MemorySegment filter;

  private ThreadConfinement(SharedConfinement shared, int ruleset, @Nullable MemorySegment filter) {
    this.shared = shared;
    this.ruleset = ruleset;
    this.filter = filter;
  }

  /** What making ready gave. */
  sealed interface Preparation {
    /** It can be laid on threads. */
    record Ready(ThreadConfinement confinement) implements Preparation {}

    /** The kernel refused. */
    record Failed(String reason) implements Preparation {}
  }

  /**
   * Makes rights ready.
   *
   * @param rights what the command may touch
   * @param start the path by which it will be started, the text that the runner uses
   * @param kernel what there is to hold it with; what it lacks is left out
   */
  static Preparation prepare(CommandRights rights, String start, KernelFeatures kernel) {
    int ruleset = NO_RULESET;
    if (kernel.abi() > 0) {
      ruleset = Ruleset.of(rights, kernel.abi());
      if (ruleset < 0) {
        return new Preparation.Failed(RefusedStep.of("making its Landlock rules", ruleset));
      }
    }
    MemorySegment filter = null;
    if (kernel.seccomp() && !rights.startsOthers()) {
      filter =
          FilterProgram.of(
                  kernel.syscalls().orElseThrow(),
                  List.of(SyscallFilter.startsOnlyFrom(ProgramPaths.of(start).address())))
              .write(Arena.global());
    }
    return new Preparation.Ready(
        new ThreadConfinement(SharedConfinement.of(rights.network(), kernel), ruleset, filter));
  }

  /**
   * Confines the calling platform thread for good.
   *
   * @return empty on success, else which step failed; the thread may then be half confined
   */
  Optional<String> confineThisThread() {
    return shared.confineThisThread().or(this::confineFurther);
  }

  /** The same for a thread that was started by one under {@link SharedConfinement}. */
  Optional<String> confineFurther() {
    if (ruleset >= 0) {
      int result = LandlockCalls.restrictThisThread(ruleset);
      if (result < 0) {
        return Optional.of(RefusedStep.of("entering its Landlock rules", result));
      }
    }
    if (filter != null) {
      int result = SeccompCalls.filterThisThread(filter);
      if (result < 0) {
        return Optional.of(RefusedStep.of("entering its filter of programs", result));
      }
    }
    return Optional.empty();
  }
}
