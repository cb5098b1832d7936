package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * What every command gives up alike: privilege, and the system calls that none needs. A thread
 * hands it on to the threads that it starts, so it costs nothing for a command.
 *
 * <p>Immutable and thread-safe.
 */
final class SharedConfinement {
  private final KernelFeatures kernel;
  private final boolean network;

  private SharedConfinement(KernelFeatures kernel, boolean network) {
    this.kernel = kernel;
    this.network = network;
  }

  /**
   * Makes it ready.
   *
   * @param network whether the network is open
   * @param kernel what there is to hold it with; what it lacks is left out
   */
  static SharedConfinement of(boolean network, KernelFeatures kernel) {
    return new SharedConfinement(kernel, network);
  }

  /**
   * Confines the calling platform thread for good. Without no_new_privs the kernel takes neither
   * rules nor a filter, and under the rules no capability may be left that reads past them
   * (CAP_PERFMON, CAP_SYS_ADMIN). No mode of a file can be changed by its path.
   *
   * @return empty on success, else which step failed
   */
  Optional<String> confineThisThread() {
    return giveUpPrivilege(PrivilegeCalls::dropCapabilities).or(this::filterThisThread);
  }

  /**
   * The same, with a {@link Supervisor}, where the kernel has such a thing: Linux 5.9, and no other
   * supervisor around the server.
   *
   * @param writable where attributes of files may be changed, see {@link Supervisor}
   */
  Optional<String> confineThisThreadSupervised(Collection<Path> writable) {
    return giveUpPrivilege(PrivilegeCalls::dropCapabilities)
        .or(() -> supervise(writable) ? Optional.empty() : filterThisThread());
  }

  /**
   * Gives up privilege on the calling thread for good, which comes before any filter.
   *
   * @param drop takes the capabilities, and returns as the kernel does
   */
  static Optional<String> giveUpPrivilege(IntSupplier drop) {
    int result = PrivilegeCalls.noNewPrivileges();
    if (result < 0) {
      return Optional.of(RefusedStep.of("setting no_new_privs", result));
    }
    result = drop.getAsInt();
    return result < 0
        ? Optional.of(RefusedStep.of("dropping capabilities", result))
        : Optional.empty();
  }

  private Optional<String> filterThisThread() {
    if (!kernel.seccomp()) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      int result = SeccompCalls.filterThisThread(filter(false, arena));
      return result < 0
          ? Optional.of(RefusedStep.of("entering its seccomp filter", result))
          : Optional.empty();
    }
  }

  private boolean supervise(Collection<Path> writable) {
    if (!kernel.seccomp()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      return Supervisor.superviseThisThread(
              filter(true, arena),
              writable,
              kernel.syscalls().orElseThrow(),
              Supervisor.allButLoaders())
          >= 0;
    }
  }

  private MemorySegment filter(boolean supervised, Arena arena) {
    return FilterProgram.of(
            kernel.syscalls().orElseThrow(),
            SyscallFilter.rules(
                network,
                supervised ? SyscallFilter.Modes.SUPERVISED : SyscallFilter.Modes.DENIED,
                !Hold.SIGNALS.offeredBy(kernel)))
        .write(arena);
  }
}
