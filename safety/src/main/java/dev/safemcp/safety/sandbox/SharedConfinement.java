package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What every command gives up alike: privilege, and the system calls that none needs. A thread
 * hands it on to the threads that it starts, so it costs nothing for a command.
 *
 * <p>Immutable and thread-safe.
 */
final class SharedConfinement {
  private final @Nullable MemorySegment filter;

  private SharedConfinement(@Nullable MemorySegment filter) {
    this.filter = filter;
  }

  /**
   * Makes it ready.
   *
   * @param network whether the network is open
   * @param kernel what there is to hold it with; what it lacks is left out
   */
  static SharedConfinement of(boolean network, KernelFeatures kernel) {
    return new SharedConfinement(
        kernel.seccomp()
            ? FilterProgram.of(
                    kernel.syscalls().orElseThrow(),
                    SyscallFilter.rules(network, !Hold.SIGNALS.offeredBy(kernel)))
                .write(Arena.global())
            : null);
  }

  /**
   * Confines the calling platform thread for good. Without no_new_privs the kernel takes neither
   * rules nor a filter, and under the rules no capability may be left that reads past them
   * (CAP_PERFMON, CAP_SYS_ADMIN).
   *
   * @return empty on success, else which step failed
   */
  Optional<String> confineThisThread() {
    int result = PrivilegeCalls.noNewPrivileges();
    if (result < 0) {
      return Optional.of(RefusedStep.of("setting no_new_privs", result));
    }
    result = PrivilegeCalls.dropCapabilities();
    if (result < 0) {
      return Optional.of(RefusedStep.of("dropping capabilities", result));
    }
    if (filter != null) {
      result = SeccompCalls.filterThisThread(filter);
      if (result < 0) {
        return Optional.of(RefusedStep.of("entering its seccomp filter", result));
      }
    }
    return Optional.empty();
  }
}
