package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.DescriptorCalls.Pipe;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.SignalScope;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.path.ContainedCommand;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One command as its spawning thread sees it: confined, started, awaited, and its tree ended.
 *
 * <p>In a domain of signals the thread kills the whole tree in one step; elsewhere {@link
 * ProcessTree} must, by whoever waits for {@link #done}. What runs here runs on a thread that can
 * open nothing any more, so it is little, and {@link LinuxHost} has gone over it once before.
 *
 * <p>Thread-safe.
 */
final class SpawnedCommand implements SpawnThreads.Task {
  /**
   * How long what still holds an output may write on when the command itself has ended, as in
   * {@code tool > >(filter)}.
   */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Confinement confinement;
  private final @Nullable ContainedCommand command;
  private final SpawnCalls.Spawn spawn;
  private final Pipe out;
  private final Pipe err;
  private final Orphans orphans;
  private final Wakeup wakeup;

  private boolean taken;
  private boolean hurried;
  private boolean reaped;
  private int pid;
  private volatile int thread;
  private volatile @Nullable ProcessTree tree;
  private volatile Ending ending = Ending.DEFECT;
  private volatile boolean done;

  /** How it went. */
  sealed interface Ending {
    Ending DEFECT = new Unconfined("the server failed to start it");

    /** It ended with a status as a shell gives it. */
    record Ended(int status) implements Ending {}

    /** It could not be started. */
    record Failed(int errno) implements Ending {}

    /** The thread could not be confined. */
    record Unconfined(String why) implements Ending {}
  }

  /**
   * Describes it.
   *
   * @param host what all runs share
   * @param command what to confine for; null for none
   * @param spawn what to start
   * @param out its stdout; the end to write to is closed here
   * @param err its stderr; likewise
   * @param wakeup is told when it is done
   */
  SpawnedCommand(
      LinuxHost host,
      @Nullable ContainedCommand command,
      SpawnCalls.Spawn spawn,
      Pipe out,
      Pipe err,
      Wakeup wakeup) {
    this.confinement = host.confinement();
    this.command = command;
    this.spawn = spawn;
    this.out = out;
    this.err = err;
    this.orphans = host.orphans();
    this.wakeup = wakeup;
  }

  @Override
  public void run(SpawnThreads.Domain domain, Runnable spawned) {
    if (!take()) {
      spawned.run();
      return;
    }
    try {
      boolean held = domain.enter() && orphans.known();
      int started;
      try {
        started = start(held);
      } finally {
        spawned.run();
      }
      if (started > 0) {
        int ignored = ProcessCalls.awaitEnd(started);
        awaitOutput();
        boolean killed = held && SignalScope.killAll(domain.outsider());
        ending = new Ending.Ended(reap(started));
        if (killed) {
          reapAll();
          forget();
        }
      }
    } finally {
      done = true;
      wakeup.signal();
    }
  }

  /** Returns the pid, or 0 where it was not started, for which {@link #ending} has the reason. */
  private int start(boolean held) {
    try {
      SpawnCalls.Spawn wanted = spawn;
      if (command != null) {
        Optional<String> why = confinement.confineThisThread(command);
        if (why.isPresent()) {
          ending = new Ending.Unconfined(why.get());
          return 0;
        }
        wanted = confinement.start(command, spawn);
      }
      thread = ProcessCalls.threadId();
      ProcessTree.Start start = ProcessTree.start(wanted, !held);
      if (start instanceof ProcessTree.Start.Running running) {
        tree = running.tree();
        started(running.tree().leader());
        return running.tree().leader();
      }
      if (start instanceof ProcessTree.Start.Failed failed) {
        ending = new Ending.Failed(failed.errno());
      }
      return 0;
    } finally {
      DescriptorCalls.close(out.write());
      DescriptorCalls.close(err.write());
    }
  }

  private synchronized boolean take() {
    if (taken) {
      return false;
    }
    taken = true;
    return true;
  }

  private synchronized void started(int leader) {
    pid = leader;
    if (hurried) {
      int ignored = ProcessCalls.kill(leader, ProcessCalls.SIGKILL);
    }
  }

  /** Waits a little until nobody holds the outputs any more. */
  private void awaitOutput() {
    long deadline = System.nanoTime() + GRACE_NANOS;
    int[] held = {out.read(), err.read()};
    while (!hurried() && (held[0] >= 0 || held[1] >= 0)) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return;
      }
      boolean[] free =
          DescriptorCalls.awaitAbandoned(held, (int) TimeUnit.NANOSECONDS.toMillis(left) + 1);
      for (int i = 0; i < held.length; i++) {
        if (free[i]) {
          held[i] = -1;
        }
      }
    }
  }

  private synchronized boolean hurried() {
    return hurried;
  }

  private synchronized int reap(int leader) {
    reaped = true;
    return ProcessCalls.await(leader, true);
  }

  private void reapAll() {
    int left = 0;
    while (left == 0) {
      left = ProcessCalls.reapOneOfThisThread();
    }
    // A signal reaches the processes of this thread's domain alone, dead ones included.
    orphans.reap(orphan -> ProcessCalls.kill(orphan, 0) == 0);
  }

  private void forget() {
    ProcessTree known = tree;
    if (known != null) {
      known.forget();
      tree = null;
    }
  }

  /** Kills it, now or as soon as it is there; {@link #done} comes when its tree has ended too. */
  void condemn() {
    synchronized (this) {
      hurried = true;
      if (pid > 0 && !reaped) {
        int ignored = ProcessCalls.kill(pid, ProcessCalls.SIGKILL);
      }
      if (taken) {
        return;
      }
      taken = true;
    }
    DescriptorCalls.close(out.write());
    DescriptorCalls.close(err.write());
    done = true;
  }

  /** Returns whether nothing more happens here. */
  boolean done() {
    return done;
  }

  /** Waits without sleep, and returns whether nothing more happens here. */
  boolean doneWithin(long nanos) {
    long begin = System.nanoTime();
    while (!done && System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
    return done;
  }

  /** Returns how it went; once it is {@link #done}. */
  Ending ending() {
    return ending;
  }

  /** Returns what may be left of its tree once it is {@link #done}. */
  Optional<ProcessTree> rest() {
    return Optional.ofNullable(tree);
  }

  /** Returns the kernel's number of the spawning thread, 0 before it is about to spawn. */
  int thread() {
    return thread;
  }
}
