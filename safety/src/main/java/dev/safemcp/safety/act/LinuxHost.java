package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.redact.Redactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What all runs on Linux share: handles that were opened once, the threads that spawn, and the
 * words of the policy. Thread-safe.
 */
final class LinuxHost implements AutoCloseable {
  private static final Path TRUE = Path.of("/bin/true");

  private final Path root;
  private final List<String> environment;
  private final TerminalPolicy.Limits limits;
  private final int nullDevice;
  private final Orphans orphans;
  private final SpawnThreads threads;
  private final LimitGate gate;
  private final boolean scoped;

  /**
   * Opens the handles, starts the threads, and takes the road once that every command takes.
   *
   * @param policy the terminal's policy
   * @param environment every command's environment
   * @param confinement what the spawning thread gives up
   * @param wantScope whether domains of signals are used where the kernel has them
   */
  LinuxHost(
      TerminalPolicy policy, List<String> environment, Confinement confinement, boolean wantScope) {
    this.root = policy.jailRoot();
    this.environment = List.copyOf(environment);
    this.limits = policy.limits();
    // A core dump would write the memory of a command, or the server's own, where nobody looks for
    // it. Commands inherit it and cannot raise it again.
    int ignored = ProcessCalls.limit(0, ProcessCalls.RLIMIT_CORE, new ProcessCalls.Limit(0, 0));
    this.orphans = Orphans.inherit();
    this.nullDevice = DescriptorCalls.openForReading("/dev/null");
    this.gate = new LimitGate(policy.limits());
    this.threads = new SpawnThreads(wantScope && orphans.known(), nullDevice, confinement);
    this.scoped = threads.awaitScoped();
    // A confined thread may be unable to open a class file: all it needs is loaded before.
    if (Files.isExecutable(TRUE)) {
      RunOutcome loaded = LinuxRun.warmUp(this, TRUE);
      assert loaded != null;
    }
  }

  /** Returns the jail's root. */
  Path root() {
    return root;
  }

  /** Returns a descriptor of /dev/null, every command's stdin. */
  int nullDevice() {
    return nullDevice;
  }

  /** Returns every command's environment, each as NAME=value. */
  List<String> environment() {
    return environment;
  }

  /** Returns what a spawning thread gives up. */
  Confinement confinement() {
    return threads.confinement();
  }

  Orphans orphans() {
    return orphans;
  }

  SpawnThreads threads() {
    return threads;
  }

  LimitGate gate() {
    return gate;
  }

  /** Returns the wall-clock time of a run in seconds. */
  int timeoutSeconds() {
    return limits.timeoutSeconds();
  }

  /** Returns how many bytes of each output are kept. */
  int kept() {
    return limits.maxOutputBytes() + Redactor.margin();
  }

  /** Returns what this system does not hold. */
  List<String> notHeld() {
    List<String> gaps = new ArrayList<>();
    if (!scoped && !threads.confinement().endsWithServer()) {
      gaps.add(
          "commands die with the server when it is killed by force (needs Landlock ABI 6, Linux"
              + " 6.12)");
    }
    if (gate.wanted() && gate.descriptor() < 0) {
      gaps.add("the limits of 'terminal.limits': no command is started");
    }
    if (limits.processes() > 0 && "root".equals(System.getProperty("user.name"))) {
      gaps.add("'terminal.limits.processes': the kernel does not hold root to it");
    }
    return List.copyOf(gaps);
  }

  @Override
  public void close() {
    threads.close();
    gate.close();
    orphans.close();
    DescriptorCalls.close(nullDevice);
  }
}
