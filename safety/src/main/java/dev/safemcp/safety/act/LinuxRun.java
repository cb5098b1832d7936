package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.DescriptorCalls.Pipe;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.path.ContainedCommand;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run on Linux, as the thread that waits for it sees it: one poll(2) loop drains both pipes,
 * keeps the time and hears of a cancel, while {@link SpawnedCommand} starts and ends the process on
 * a thread of its own. For one platform thread.
 */
final class LinuxRun {
  private static final int BUFFER = 64 * 1024;
  private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /**
   * How long the end of a killed tree is waited for. Only a process that sleeps in the kernel
   * beyond the reach of a signal takes so long; it will never run an instruction of its own again.
   */
  private static final long DEATH_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * How long the end is waited for without sleep once both outputs closed, which mostly is the end
   * of a command: to be woken takes as long.
   */
  private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** How much is read when nobody can write any more: more than a pipe can hold. */
  private static final int REST_READS = 64;

  private final LinuxHost host;
  private final @Nullable ContainedCommand command;
  private final String name;
  private final Progress progress;
  private final Cancellation cancellation;
  private final OutputCapture stdout;
  private final OutputCapture stderr;

  LinuxRun(
      LinuxHost host,
      @Nullable ContainedCommand command,
      Progress progress,
      Cancellation cancellation) {
    this.host = host;
    this.command = command;
    this.name = command == null ? "" : command.command().name();
    this.progress = progress;
    this.cancellation = cancellation;
    this.stdout = new OutputCapture(host.kept());
    this.stderr = new OutputCapture(host.kept());
  }

  /** Runs a harmless program unconfined, so that all classes of the road are loaded. */
  static RunOutcome warmUp(LinuxHost host, Path program) {
    LinuxRun run = new LinuxRun(host, null, Progress.NONE, new Cancellation());
    return run.inFolder(DescriptorCalls.openFolder("/"), program, List.of("true"));
  }

  /** Runs a command. */
  static RunOutcome run(
      LinuxHost host, ContainedCommand command, Progress progress, Cancellation cancellation) {
    List<String> argv = new ArrayList<>();
    argv.add(command.command().name());
    argv.addAll(command.command().arguments());
    for (String word : argv) {
      // Either would become other bytes than those that were vetted.
      if (word.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(word)) {
        return new RunOutcome.NotStarted("an argument holds what no argument can");
      }
    }
    LinuxRun run = new LinuxRun(host, command, progress, cancellation);
    return run.inFolder(
        openFolder(host.root(), command.folder().relative()), command.command().program(), argv);
  }

  /**
   * Opens the folder name by name from the root's handle: a link that was swapped in is refused.
   */
  private static int openFolder(Path root, Path relative) {
    int current = DescriptorCalls.openFolder(root.toString());
    for (Path step : relative) {
      if (current < 0 || step.toString().isEmpty()) {
        continue;
      }
      int next = DescriptorCalls.openFolder(current, step.toString());
      DescriptorCalls.close(current);
      current = next;
    }
    return current;
  }

  private RunOutcome inFolder(int folder, Path program, List<String> argv) {
    if (folder < 0) {
      return StartFault.ofFolder(name, -folder);
    }
    Pipe out = DescriptorCalls.pipe();
    Pipe err = DescriptorCalls.pipe();
    try (Wakeup wakeup = new Wakeup()) {
      if (out.read() < 0 || err.read() < 0 || wakeup.descriptor() < 0) {
        DescriptorCalls.close(out.write());
        DescriptorCalls.close(err.write());
        return StartFault.of(name, Errno.EMFILE);
      }
      boolean limited = host.gate().wanted() && command != null;
      SpawnCalls.Spawn spawn =
          new SpawnCalls.Spawn(
              program.toString(),
              argv,
              host.environment(),
              folder,
              host.nullDevice(),
              out.write(),
              err.write(),
              limited ? host.gate().descriptor() : -1);
      SpawnedCommand spawned = new SpawnedCommand(host, command, spawn, out, err, wakeup);
      return supervise(spawned, limited, new Pipes(out.read(), err.read(), wakeup));
    } finally {
      DescriptorCalls.close(folder);
      DescriptorCalls.close(out.read());
      DescriptorCalls.close(err.read());
    }
  }

  private enum Stop {
    NONE,
    TIMEOUT,
    CANCEL
  }

  private RunOutcome supervise(SpawnedCommand spawned, boolean limited, Pipes pipes) {
    cancellation.onCancel(pipes.wakeup::signal);
    boolean inForce = true;
    if (limited) {
      inForce = host.gate().pass(spawned, () -> host.threads().submit(spawned));
    } else {
      host.threads().submit(spawned);
    }
    Stop stop;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BUFFER);
      stop = await(spawned, pipes, buffer);
      spawned.rest().ifPresent(tree -> tree.end(host.orphans()));
      pipes.drainWhatIsLeft(buffer);
    }
    if (!inForce) {
      return new RunOutcome.NotStarted(
          "'" + name + "' was not started: its limits could not be put in force");
    }
    return switch (stop) {
      case TIMEOUT -> new RunOutcome.TimedOut(stdout.captured(), stderr.captured());
      case CANCEL -> new RunOutcome.Cancelled(stdout.captured(), stderr.captured());
      case NONE -> outcome(spawned.ending());
    };
  }

  private RunOutcome outcome(SpawnedCommand.Ending ending) {
    return switch (ending) {
      case SpawnedCommand.Ending.Ended ended ->
          new RunOutcome.Exited(ended.status(), stdout.captured(), stderr.captured());
      case SpawnedCommand.Ending.Failed failed -> StartFault.of(name, failed.errno());
      case SpawnedCommand.Ending.Unconfined unconfined ->
          new RunOutcome.NotStarted("'" + name + "' was not started: " + unconfined.why());
    };
  }

  /** Drains and waits until the command is done; condemns it on a cancel or at its time's end. */
  private Stop await(SpawnedCommand spawned, Pipes pipes, MemorySegment buffer) {
    Stop stop = Stop.NONE;
    long began = System.nanoTime();
    long deadline = began + TimeUnit.SECONDS.toNanos(host.timeoutSeconds());
    long report = began + PROGRESS_NANOS;
    while (true) {
      long now = System.nanoTime();
      if (spawned.done()) {
        return stop;
      }
      if (now - deadline >= 0) {
        if (stop != Stop.NONE) {
          return stop;
        }
        stop = Stop.TIMEOUT;
      } else if (stop == Stop.NONE && cancellation.cancelled()) {
        stop = Stop.CANCEL;
      }
      if (stop != Stop.NONE && !pipes.condemned) {
        pipes.condemned = true;
        deadline = now + DEATH_NANOS;
        spawned.condemn();
        continue;
      }
      if (now >= report) {
        progress.running(Duration.ofNanos(now - began), stdout.seen() + stderr.seen());
        report = now + PROGRESS_NANOS;
      }
      if (pipes.closed() && spawned.doneWithin(SPIN_NANOS)) {
        return stop;
      }
      long wait = Math.min(deadline - now, report - now);
      pipes.take((int) TimeUnit.NANOSECONDS.toMillis(wait) + 1, buffer);
    }
  }

  /** Both outputs, drained side by side; an end that closed is polled no more. */
  private final class Pipes {
    private final Wakeup wakeup;
    private int out;
    private int err;
    private boolean condemned;
    private boolean closed;

    Pipes(int out, int err, Wakeup wakeup) {
      this.out = out;
      this.err = err;
      this.wakeup = wakeup;
    }

    void take(int millis, MemorySegment buffer) {
      boolean[] ready =
          DescriptorCalls.awaitReadable(new int[] {out, err, wakeup.descriptor()}, millis);
      take(ready, buffer);
      if (ready[2]) {
        wakeup.clear();
      }
    }

    private void take(boolean[] ready, MemorySegment buffer) {
      if (ready[0]) {
        out = read(out, stdout, buffer);
      }
      if (ready[1]) {
        err = read(err, stderr, buffer);
      }
    }

    private int read(int from, OutputCapture to, MemorySegment buffer) {
      int length = DescriptorCalls.read(from, buffer);
      if (length > 0) {
        to.take(buffer, length);
      }
      return length > 0 || length == -Errno.EINTR ? from : -1;
    }

    /** Returns, once, that both outputs have closed. */
    boolean closed() {
      boolean news = out < 0 && err < 0 && !closed;
      closed |= news;
      return news;
    }

    /** Reads what the dead have left. Nothing is waited for. */
    void drainWhatIsLeft(MemorySegment buffer) {
      for (int i = 0; i < REST_READS && (out >= 0 || err >= 0); i++) {
        boolean[] ready = DescriptorCalls.awaitReadable(new int[] {out, err}, 0);
        if (!ready[0] && !ready[1]) {
          return;
        }
        take(ready, buffer);
      }
    }
  }
}
