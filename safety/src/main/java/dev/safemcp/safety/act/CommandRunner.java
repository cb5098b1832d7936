package dev.safemcp.safety.act;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.kernel.CLibrary;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.redact.Redactor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs contained commands.
 *
 * <p>argv and never a shell; the environment is PATH, HOME (the root) and LANG alone; stdin is
 * empty; both outputs are drained at once and memory stays bounded; when {@link #run} returns,
 * nothing that the command started is left, be it that it ended by itself. Thread-safe.
 *
 * <p>On Linux the runner makes this process a child subreaper (prctl(2)), sets its RLIMIT_CORE to
 * 0, and keeps a few threads and one small process. A program that starts processes by other means
 * too inherits the orphans of those as well: it has to reap them, and where the kernel has no
 * domains of signals, one that left the session of this process is taken for a command's and
 * killed.
 */
public final class CommandRunner implements AutoCloseable {
  private static final String LANG = "C.UTF-8";

  /** Which of the ways to start and end a process is taken. */
  enum Way {
    /** The kernel's domains of signals where it has them, marks elsewhere. */
    BEST,
    /** Marks, as on kernels without domains. */
    MARKS,
    /** The JDK's own processes, as on other systems. */
    PORTABLE
  }

  private final Slots slots;
  private final TerminalPolicy policy;
  private final List<String> environment;
  private final Confinement confinement;
  private final Way way;
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private final Phaser leaving = new Phaser(1);
  private @Nullable LinuxHost host;
  private boolean closed;

  private CommandRunner(
      TerminalPolicy policy, List<String> environment, Confinement confinement, Way way) {
    this.policy = policy;
    this.environment = environment;
    this.confinement = confinement;
    this.way = way;
    this.slots = new Slots(policy.limits().maxConcurrent());
  }

  /**
   * Returns a runner within the policy's limits. It opens nothing before the first run or {@link
   * #warmUp}.
   *
   * @param policy the terminal's policy
   * @param searchPath folders as in PATH, which commands get as theirs; those that are relative or
   *     inside the jail are left out
   * @param confinement what the spawning thread gives up
   */
  public static CommandRunner of(
      TerminalPolicy policy, List<String> searchPath, Confinement confinement) {
    return of(policy, searchPath, confinement, Way.BEST);
  }

  static CommandRunner of(
      TerminalPolicy policy, List<String> searchPath, Confinement confinement, Way way) {
    List<String> trusted =
        searchPath.stream()
            .filter(folder -> folder.startsWith("/"))
            .filter(folder -> !Path.of(folder).startsWith(policy.jailRoot()))
            .distinct()
            .toList();
    return new CommandRunner(
        policy,
        List.of(
            "PATH=" + (trusted.isEmpty() ? "/usr/bin:/bin" : String.join(":", trusted)),
            "HOME=" + policy.jailRoot(),
            "LANG=" + LANG),
        confinement,
        way);
  }

  /**
   * Binds the kernel's functions, opens the handles that runs share and runs {@code /bin/true}
   * once, so that the first run need not load anything. May be called on any thread, again too.
   */
  public void warmUp() {
    Optional<LinuxHost> ignored = host();
  }

  /**
   * Returns what of the runner's promises this system does not hold, one phrase each. Warms up;
   * empty once the runner is closed, since nothing runs any more.
   */
  public synchronized List<String> notHeld() {
    if (isClosed()) {
      return List.of();
    }
    return host().map(LinuxHost::notHeld).orElseGet(this::notHeldElsewhere);
  }

  private List<String> notHeldElsewhere() {
    List<String> gaps = new ArrayList<>();
    gaps.add("processes that a command detached from itself do not die with it");
    gaps.add("commands die with the server when it is killed by force");
    TerminalPolicy.Limits limits = policy.limits();
    if (limits.cpuSeconds() + limits.memoryBytes() + limits.fileBytes() + limits.processes() > 0) {
      gaps.add("the limits of 'terminal.limits' on a command's resources");
    }
    return List.copyOf(gaps);
  }

  private synchronized Optional<LinuxHost> host() {
    if (host == null && !closed && way != Way.PORTABLE && CLibrary.spawns()) {
      host = new LinuxHost(policy, environment, confinement, way == Way.BEST);
    }
    return Optional.ofNullable(host);
  }

  /**
   * Runs a command to its end and returns when no process of its tree is left. Waits for a slot
   * first where {@code max_concurrent} are running; that time does not count.
   *
   * @param command what to run, and where
   * @param permit the proof that the attempt is on record
   * @param progress hears how it goes
   * @param cancellation ends it
   */
  public RunOutcome run(
      ContainedCommand command, Permit permit, Progress progress, Cancellation cancellation) {
    Objects.requireNonNull(permit);
    if (leaving.register() < 0) {
      return ending();
    }
    // The runner's end cancels this one, not the client's, which may serve for more than one run.
    Cancellation own = new Cancellation();
    running.add(own);
    try {
      cancellation.onCancel(own::cancel);
      if (isClosed()) {
        return ending();
      }
      if (!slots.enter(own)) {
        Captured nothing = new Captured(new byte[0], false);
        return new RunOutcome.Cancelled(nothing, nothing);
      }
      try {
        return onPlatformThread(() -> act(command, progress, own));
      } finally {
        slots.leave();
      }
    } finally {
      running.remove(own);
      leaving.arriveAndDeregister();
    }
  }

  /** poll(2) would hold a virtual thread's carrier for as long as a command runs. */
  private static RunOutcome onPlatformThread(Supplier<RunOutcome> act) {
    if (!Thread.currentThread().isVirtual()) {
      return act.get();
    }
    FutureTask<RunOutcome> task = new FutureTask<>(act::get);
    Thread.ofPlatform().daemon().name("run").start(task);
    boolean interrupted = false;
    while (true) {
      try {
        RunOutcome outcome = task.get();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return outcome;
      } catch (InterruptedException later) {
        interrupted = true;
      } catch (ExecutionException defect) {
        throw new IllegalStateException(defect.getCause());
      }
    }
  }

  private RunOutcome act(ContainedCommand command, Progress progress, Cancellation cancellation) {
    Optional<LinuxHost> shared = host();
    if (shared.isPresent()) {
      return LinuxRun.run(shared.get(), command, progress, cancellation);
    }
    return isClosed()
        ? ending()
        : new PortableRun(
                environment,
                policy.limits().timeoutSeconds(),
                policy.limits().maxOutputBytes() + Redactor.margin())
            .run(command, progress, cancellation);
  }

  private static RunOutcome ending() {
    return new RunOutcome.NotStarted("the server is ending: nothing is started any more");
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Kills what still runs, waits until it is gone, and takes no more. */
  @Override
  public void close() {
    Optional<LinuxHost> shared;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      shared = Optional.ofNullable(host);
    }
    running.forEach(Cancellation::cancel);
    leaving.arriveAndAwaitAdvance();
    leaving.forceTermination();
    shared.ifPresent(LinuxHost::close);
  }
}
