package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.decision.VettedCommand;
import dev.safemcp.safety.kernel.MemoryFileCalls;
import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.kernel.SpawnCalls.Spawn;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kernel's half of the jail where there is no Landlock: each command is started through
 * bubblewrap (bwrap(1)), in namespaces of its own in which only what its rights name is mounted.
 *
 * <p>What mounts cannot say, that a file may be read and not started, {@link ExecutionWatch} does
 * with a filter of execve(2). A command's processes die with bubblewrap, and that with the server.
 * Thread-safe.
 */
final class Bubblewrap implements Confinement {
  private static final List<String> OPTIONS =
      List.of(
          "--unshare-user",
          "--unshare-ipc",
          "--unshare-pid",
          "--unshare-uts",
          "--unshare-cgroup-try",
          "--die-with-parent",
          "--cap-drop",
          "ALL",
          "--seccomp",
          String.valueOf(SpawnCalls.HANDED));

  private final TerminalPolicy policy;
  private final KernelFeatures kernel;
  private final Path launcher;
  private final Collection<Path> allowed;
  private final int filter;
  private final Map<String, Plan> plans = new ConcurrentHashMap<>();

  /**
   * What one command is started with.
   *
   * @param options those of bubblewrap
   * @param watch what of what it can read it may start
   */
  private record Plan(List<String> options, ExecutionWatch watch) {}

  private Bubblewrap(
      TerminalPolicy policy,
      KernelFeatures kernel,
      Path launcher,
      Collection<Path> allowed,
      int filter) {
    this.policy = policy;
    this.kernel = kernel;
    this.launcher = launcher;
    this.allowed = List.copyOf(allowed);
    this.filter = filter;
  }

  /**
   * Makes it ready.
   *
   * @param launcher bubblewrap's program
   * @param allowed the files of all allowed programs, real
   */
  static Bubblewrap of(
      TerminalPolicy policy, KernelFeatures kernel, Path launcher, Collection<Path> allowed) {
    return new Bubblewrap(
        policy, kernel, launcher, allowed, filter(kernel, policy.sandbox().network()));
  }

  /** Writes the filter into a file in memory, from which bubblewrap reads it. */
  private static int filter(KernelFeatures kernel, boolean network) {
    if (!kernel.seccomp()) {
      return -1;
    }
    try (Arena arena = Arena.ofConfined()) {
      byte[] program =
          FilterProgram.of(
                  kernel.syscalls().orElseThrow(),
                  SyscallFilter.rules(network, SyscallFilter.Modes.MOUNTS_HOLD, false))
              .write(arena)
              .toArray(ValueLayout.JAVA_BYTE);
      return MemoryFileCalls.of("filter", program);
    }
  }

  @Override
  public Optional<String> confineThisThread(ContainedCommand contained) {
    VettedCommand command = contained.command();
    return confineThisThread(plan(command.name(), command.executable(), command.program()));
  }

  private Optional<String> confineThisThread(Plan plan) {
    if (filter < 0) {
      return Optional.of(RefusedStep.of("a file for its seccomp filter", filter));
    }
    return SharedConfinement.giveUpPrivilege(PrivilegeCalls::dropCapabilitiesButMapping)
        .or(() -> kernel.notifies() ? plan.watch().watchThisThread() : Optional.empty());
  }

  @Override
  public Spawn start(ContainedCommand contained, Spawn spawn) {
    VettedCommand command = contained.command();
    Plan plan = plan(command.name(), command.executable(), command.program());
    return start(plan, policy.jailRoot().resolve(contained.folder().relative()), spawn);
  }

  private Spawn start(Plan plan, Path folder, Spawn spawn) {
    List<String> argv = new ArrayList<>(List.of("bwrap"));
    argv.addAll(plan.options());
    argv.addAll(List.of("--chdir", folder.toString(), "--"));
    // By its name, which bubblewrap looks up in the command's PATH: there is no other of that name.
    argv.addAll(spawn.argv());
    return spawn.through(launcher.toString(), argv, filter);
  }

  @Override
  public boolean endsWithServer() {
    return true;
  }

  private Plan plan(String name, Path executable, Path program) {
    return plans.computeIfAbsent(name, _ -> makePlan(name, executable, program));
  }

  private Plan makePlan(String name, Path executable, Path program) {
    CommandRights rights =
        CommandRights.of(name, executable, allowed, policy.jailRoot(), policy.sandbox());
    List<String> options = new ArrayList<>(OPTIONS);
    if (!rights.network()) {
      options.add("--unshare-net");
    }
    options.addAll(MountPlan.of(rights, program));
    return new Plan(List.copyOf(options), ExecutionWatch.of(rights, kernel));
  }

  /**
   * A try of the server's own, not of a command.
   *
   * @param name the program's name
   * @param executable its file: real
   * @param program the name by which it is started: absolute
   */
  ProbeChild.Start trial(String name, Path executable, Path program) {
    // Not kept: an allowed command of that name may be another program.
    Plan plan = makePlan(name, executable, program);
    return new ProbeChild.Start() {
      @Override
      public Optional<String> confineThisThread() {
        return Bubblewrap.this.confineThisThread(plan);
      }

      @Override
      public Spawn start(Spawn spawn) {
        return Bubblewrap.this.start(plan, policy.jailRoot(), spawn);
      }
    };
  }
}
