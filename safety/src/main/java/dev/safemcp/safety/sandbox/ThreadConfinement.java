package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.LandlockCalls;
import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.ProgramPaths;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@link CommandRights} made ready for the kernel once, to be laid on any number of threads.
 *
 * <p>Immutable and thread-safe. Its ruleset's descriptor stays open for as long as the server
 * lives: there is one for each allowed command.
 */
final class ThreadConfinement {
  private static final int NO_RULESET = -1;

  private final int ruleset;
  private final @Nullable MemorySegment filter;

  private ThreadConfinement(int ruleset, @Nullable MemorySegment filter) {
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
        return new Preparation.Failed(failed("making its Landlock rules", ruleset));
      }
    }
    MemorySegment filter = null;
    if (kernel.seccomp()) {
      OptionalLong onlyExec =
          rights.startsOthers()
              ? OptionalLong.empty()
              : OptionalLong.of(ProgramPaths.of(start).address());
      filter =
          FilterProgram.of(
                  kernel.syscalls().orElseThrow(),
                  SyscallFilter.rules(rights.network(), onlyExec, !Hold.SIGNALS.offeredBy(kernel)))
              .write(Arena.global());
    }
    return new Preparation.Ready(new ThreadConfinement(ruleset, filter));
  }

  /**
   * Confines the calling platform thread for good. Each step is needed by the next one: without
   * no_new_privs the kernel takes neither rules nor a filter, and under the rules no capability may
   * be left that reads past them (CAP_PERFMON, CAP_SYS_ADMIN).
   *
   * @return empty on success, else which step failed; the thread may then be half confined
   */
  Optional<String> confineThisThread() {
    int result = PrivilegeCalls.noNewPrivileges();
    if (result < 0) {
      return Optional.of(failed("setting no_new_privs", result));
    }
    result = PrivilegeCalls.dropCapabilities();
    if (result < 0) {
      return Optional.of(failed("dropping capabilities", result));
    }
    if (ruleset >= 0) {
      result = LandlockCalls.restrictThisThread(ruleset);
      if (result < 0) {
        return Optional.of(failed("entering its Landlock rules", result));
      }
    }
    if (filter != null) {
      result = SeccompCalls.filterThisThread(filter);
      if (result < 0) {
        return Optional.of(failed("entering its seccomp filter", result));
      }
    }
    return Optional.empty();
  }

  private static String failed(String step, int result) {
    String why =
        switch (-result) {
          case Errno.E2BIG -> "too many layers of rules: the server itself is started inside some";
          case Errno.EMFILE -> "the server has no descriptors left";
          case Errno.ENOMEM -> "the system has no memory for it";
          default -> "error " + -result;
        };
    return "the kernel refused " + step + " (" + why + ")";
  }
}
