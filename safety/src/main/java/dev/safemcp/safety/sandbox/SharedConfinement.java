package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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
    return giveUpPrivilege().or(this::filterThisThread);
  }

  /**
   * The same, with a {@link Supervisor}, where the kernel has such a thing: Linux 5.9, and no other
   * supervisor around the server.
   *
   * @param writable where attributes of files may be changed, see {@link Supervisor}
   */
  Optional<String> confineThisThreadSupervised(Collection<Path> writable) {
    return giveUpPrivilege().or(() -> supervise(writable) ? Optional.empty() : filterThisThread());
  }

  private static Optional<String> giveUpPrivilege() {
    int result = PrivilegeCalls.noNewPrivileges();
    if (result < 0) {
      return Optional.of(RefusedStep.of("setting no_new_privs", result));
    }
    result = PrivilegeCalls.dropCapabilities();
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
    // Started before the filter is there, so that the supervisor is not under it, and after
    // privilege is gone, so that it can do for a command only what the command's user can.
    CompletableFuture<Integer> listener = new CompletableFuture<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment filter = filter(true, arena);
      Thread.ofPlatform().daemon().name("supervisor").start(() -> serve(writable, listener));
      int result = SeccompCalls.filterThisThreadWithListener(filter);
      listener.complete(result);
      return result >= 0;
    }
  }

  private void serve(Collection<Path> writable, CompletableFuture<Integer> listener) {
    int descriptor = listener.join();
    if (descriptor >= 0) {
      new Supervisor(
              writable, kernel.syscalls().orElseThrow(), descriptor, Supervisor.allButLoaders())
          .run();
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
