package dev.safemcp.safety.act;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.redact.Redactor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;

/**
 * Runs contained commands.
 *
 * <p>argv and never a shell; the environment is PATH, HOME (the root) and LANG alone; stdin is
 * empty; both outputs are drained at once and memory stays bounded; when {@link #run} returns,
 * nothing that the command started is left. Thread-safe; {@code run} blocks a platform thread.
 */
public final class CommandRunner implements AutoCloseable {
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");
  private static final String LANG = "C.UTF-8";

  private final Slots slots;
  private final TerminalPolicy policy;
  private final Map<String, String> environment;
  private final Confinement confinement;
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private final Phaser leaving = new Phaser(1);
  private @Nullable LinuxHost host;
  private boolean closed;

  private CommandRunner(
      TerminalPolicy policy, Map<String, String> environment, Confinement confinement) {
    this.policy = policy;
    this.environment = environment;
    this.confinement = confinement;
    this.slots = new Slots(policy.limits().maxConcurrent());
  }

  /**
   * Returns a runner within the policy's limits. It opens nothing before the first run or {@link
   * #warmUp}.
   *
   * @param policy the terminal's policy
   * @param searchPath folders as in PATH, which commands get as theirs; relative ones are left out
   * @param confinement what the spawning thread gives up
   */
  public static CommandRunner of(
      TerminalPolicy policy, List<String> searchPath, Confinement confinement) {
    List<String> absolute =
        searchPath.stream().filter(folder -> folder.startsWith("/")).distinct().toList();
    return new CommandRunner(
        policy,
        Map.of(
            "PATH",
            absolute.isEmpty() ? "/usr/bin:/bin" : String.join(":", absolute),
            "HOME",
            policy.jailRoot().toString(),
            "LANG",
            LANG),
        confinement);
  }

  /**
   * Binds the kernel's functions and opens the handles that runs share, so that the first run need
   * not.
   */
  public void warmUp() {
    if (LINUX) {
      Objects.requireNonNull(host());
    }
  }

  private synchronized @Nullable LinuxHost host() {
    if (host == null && !closed) {
      host =
          LinuxHost.of(
              policy.jailRoot(),
              environment,
              confinement,
              policy.limits().timeoutSeconds(),
              policy.limits().maxOutputBytes() + Redactor.margin());
    }
    return host;
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
      return notStarted();
    }
    running.add(cancellation);
    try {
      if (isClosed()) {
        return notStarted();
      }
      if (!slots.enter(cancellation)) {
        Captured nothing = new Captured(new byte[0], false);
        return new RunOutcome.Cancelled(nothing, nothing);
      }
      try {
        return act(command, progress, cancellation);
      } finally {
        slots.leave();
      }
    } finally {
      running.remove(cancellation);
      leaving.arriveAndDeregister();
    }
  }

  private RunOutcome act(ContainedCommand command, Progress progress, Cancellation cancellation) {
    if (!LINUX) {
      return new PortableRun(
              environment,
              policy.limits().timeoutSeconds(),
              policy.limits().maxOutputBytes() + Redactor.margin())
          .run(command, progress, cancellation);
    }
    LinuxHost shared = host();
    return shared == null
        ? notStarted()
        : new LinuxRun(shared, command, progress, cancellation).run();
  }

  private static RunOutcome notStarted() {
    return new RunOutcome.NotStarted("the server is ending: nothing is started any more");
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Kills what still runs, waits until it is gone, and takes no more. */
  @Override
  public void close() {
    LinuxHost shared;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      shared = host;
    }
    running.forEach(Cancellation::cancel);
    leaving.arriveAndAwaitAdvance();
    leaving.forceTermination();
    if (shared != null) {
      shared.close();
    }
  }
}
