package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.decision.VettedCommand;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The kernel's half of the jail for one server: what each command's spawning thread gives up.
 *
 * <p>Thread-safe. A command's rights are computed when it is first run, and kept.
 */
public final class Sandbox implements Confinement {
  private final TerminalPolicy policy;
  private final KernelFeatures kernel;
  private final Collection<Path> allowed;
  private final Map<String, ThreadConfinement> ready = new ConcurrentHashMap<>();

  private Sandbox(TerminalPolicy policy, KernelFeatures kernel, Collection<Path> allowed) {
    this.policy = policy;
    this.kernel = kernel;
    this.allowed = List.copyOf(allowed);
  }

  /** What making a sandbox gave. */
  public sealed interface Making {
    /**
     * Commands can run.
     *
     * @param confinement what the spawning thread gives up; nothing where the policy says "off"
     * @param enforcement what that holds, proven by trying
     */
    record Ready(Confinement confinement, Enforcement enforcement) implements Making {}

    /**
     * The policy asks for more than this machine holds.
     *
     * @param reason what is missing and what to do; one line
     */
    record Refused(String reason) implements Making {}
  }

  /**
   * Looks at the kernel, tries on a thread of this process what a command must not get through, and
   * decides by the policy's mode.
   *
   * @param policy the terminal's policy
   * @param executables the file of each allowed command, by name: real
   */
  public static Making of(TerminalPolicy policy, Map<String, Path> executables) {
    return of(policy, executables, KernelFeatures.ofThisMachine());
  }

  static Making of(TerminalPolicy policy, Map<String, Path> executables, KernelFeatures kernel) {
    if (policy.sandbox().mode() == SandboxPolicy.Mode.OFF) {
      return new Making.Ready(Confinement.NONE, Enforcement.off());
    }
    Collection<Path> allowed = executables.values();
    Border border = border(policy, kernel, allowed);
    Map<Hold, String> gaps = border.gaps();
    if (policy.sandbox().mode() == SandboxPolicy.Mode.REQUIRED && !gaps.isEmpty()) {
      return new Making.Refused(refusal(gaps, kernel, border.standInFault()));
    }
    List<String> remarks = new ArrayList<>(GrantRemarks.of(policy.sandbox()));
    border.standInFault().ifPresent(remarks::add);
    executables.forEach(
        (name, executable) ->
            CommandRights.of(name, executable, allowed, policy.jailRoot(), policy.sandbox())
                .lacking()
                .forEach(line -> remarks.add("'" + name + "': " + line)));
    Enforcement enforcement = Enforcement.of(gaps, kernel, policy.sandbox().network(), remarks);
    return new Making.Ready(border.confinement(), enforcement);
  }

  /**
   * What holds commands.
   *
   * @param gaps what it does not hold, with the reason
   * @param standInFault why bubblewrap, which is there, does not stand in for Landlock
   */
  record Border(Confinement confinement, Map<Hold, String> gaps, Optional<String> standInFault) {
    Border(Confinement confinement, Map<Hold, String> gaps) {
      this(confinement, gaps, Optional.empty());
    }
  }

  static Border border(TerminalPolicy policy, KernelFeatures kernel, Collection<Path> allowed) {
    if (!kernel.spawns()) {
      return new Border(Confinement.NONE, gaps(policy, kernel));
    }
    Sandbox sandbox = new Sandbox(policy, kernel, allowed);
    if (kernel.standIn().isEmpty()) {
      return new Border(sandbox, gaps(policy, kernel));
    }
    Bubblewrap bubblewrap = Bubblewrap.of(policy, kernel, kernel.standIn().get(), allowed);
    return switch (BubblewrapProbe.run(bubblewrap)) {
      case BubblewrapProbe.Finding.Works(Map<Hold, String> gaps) -> new Border(bubblewrap, gaps);
      case BubblewrapProbe.Finding.Fails(String why) ->
          new Border(sandbox, gaps(policy, kernel.withoutBubblewrap()), Optional.of(why));
    };
  }

  /** Returns what does not hold, with the reason: not offered, or tried and got through. */
  static Map<Hold, String> gaps(TerminalPolicy policy, KernelFeatures kernel) {
    Map<Hold, String> gaps = new EnumMap<>(Hold.class);
    for (Hold hold : Hold.values()) {
      if (!hold.offeredBy(kernel)) {
        gaps.put(hold, "needs " + hold.needs());
      }
    }
    if (kernel.spawns()) {
      SandboxProbe.run(policy, kernel).forEach(gaps::putIfAbsent);
    }
    return gaps;
  }

  private static String refusal(
      Map<Hold, String> gaps, KernelFeatures kernel, Optional<String> standInFault) {
    List<String> missing = new ArrayList<>();
    gaps.forEach((hold, why) -> missing.add(hold.what() + " (" + why + ")"));
    return "'terminal.sandbox.mode' is \"required\", and this machine does not hold "
        + String.join("; ", missing)
        + standInFault.map(why -> "; " + why).orElse("")
        + ": "
        + MissingFeature.advice(gaps.keySet(), kernel)
        + ", or set it to \"auto\" to run with the rest";
  }

  @Override
  public Optional<String> confineThisThread(ContainedCommand command) {
    return confine(command, ThreadConfinement::confineThisThread);
  }

  @Override
  public Confinement onStarterOfThreads() {
    // Where it fails, each thread tries again for itself and says why its command does not start.
    return SharedConfinement.of(policy.sandbox().network(), kernel)
            .confineThisThreadSupervised(
                CommandRights.writable(policy.jailRoot(), policy.sandbox()))
            .isEmpty()
        ? command -> confine(command, ThreadConfinement::confineFurther)
        : this;
  }

  private Optional<String> confine(
      ContainedCommand contained, Function<ThreadConfinement, Optional<String>> deed) {
    VettedCommand command = contained.command();
    ThreadConfinement known = ready.get(command.name());
    if (known != null) {
      return deed.apply(known);
    }
    CommandRights rights =
        CommandRights.of(
            command.name(), command.executable(), allowed, policy.jailRoot(), policy.sandbox());
    return switch (ThreadConfinement.prepare(rights, command.program().toString(), kernel)) {
      case ThreadConfinement.Preparation.Failed failed -> Optional.of(failed.reason());
      case ThreadConfinement.Preparation.Ready(ThreadConfinement confinement) -> {
        // Two threads may both have made one; the loser's descriptor stays open and does no harm.
        ready.putIfAbsent(command.name(), confinement);
        yield deed.apply(confinement);
      }
    };
  }
}
