package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.DescriptorCalls.Pipe;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.path.ContainedCommand;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One run on Linux: spawn, drain both pipes and wait in one poll(2) loop, end the tree.
 *
 * <p>For one platform thread; the spawn itself happens on a fresh one, since what confines a thread
 * never comes off it again.
 */
final class LinuxRun {
  private static final int BUFFER = 64 * 1024;
  private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** How long output is waited for when nothing that could write it is left. */
  private static final int GRACE_MILLIS = 200;

  private final LinuxHost host;
  private final ContainedCommand command;
  private final Progress progress;
  private final Cancellation cancellation;
  private final OutputCapture stdout;
  private final OutputCapture stderr;

  LinuxRun(LinuxHost host, ContainedCommand command, Progress progress, Cancellation cancellation) {
    this.host = host;
    this.command = command;
    this.progress = progress;
    this.cancellation = cancellation;
    this.stdout = new OutputCapture(host.kept());
    this.stderr = new OutputCapture(host.kept());
  }

  RunOutcome run() {
    int folder = openFolder();
    if (folder < 0) {
      return StartFault.of(command.command().name(), -folder);
    }
    Pipe out = DescriptorCalls.pipe();
    Pipe err = DescriptorCalls.pipe();
    try {
      if (out.read() < 0 || err.read() < 0) {
        return StartFault.of(command.command().name(), Errno.EMFILE);
      }
      AtomicReference<String> unconfined = new AtomicReference<>("");
      ProcessTree.Start start =
          ProcessTree.start(() -> spawn(folder, out.write(), err.write(), unconfined));
      DescriptorCalls.close(out.write());
      DescriptorCalls.close(err.write());
      if (!unconfined.get().isEmpty()) {
        return new RunOutcome.NotStarted(
            "'" + command.command().name() + "' was not started: " + unconfined.get());
      }
      return switch (start) {
        case ProcessTree.Start.Failed failed ->
            StartFault.of(command.command().name(), failed.errno());
        case ProcessTree.Start.Running running ->
            supervise(running.pid(), running.tree(), out.read(), err.read());
      };
    } finally {
      DescriptorCalls.close(folder);
      DescriptorCalls.close(out.read());
      DescriptorCalls.close(err.read());
    }
  }

  /**
   * Opens the folder name by name from the root's handle: a link that was swapped in is refused.
   */
  private int openFolder() {
    int current = DescriptorCalls.openFolder(host.root(), ".");
    for (Path name : command.folder().relative()) {
      if (current < 0 || name.toString().isEmpty()) {
        continue;
      }
      int next = DescriptorCalls.openFolder(current, name.toString());
      DescriptorCalls.close(current);
      current = next;
    }
    return current;
  }

  private int spawn(int folder, int out, int err, AtomicReference<String> unconfined) {
    List<String> argv = new ArrayList<>(List.of(command.command().name()));
    argv.addAll(command.command().arguments());
    ProcessCalls.Spawn spawn =
        new ProcessCalls.Spawn(
            command.command().program().toString(),
            argv,
            host.environment(),
            folder,
            host.nullDevice(),
            out,
            err);
    AtomicInteger pid = new AtomicInteger(-Errno.EAGAIN);
    Thread spawner =
        Thread.ofPlatform()
            .name("spawn")
            .unstarted(
                () -> {
                  Optional<String> why = host.confinement().confineThisThread(command);
                  if (why.isPresent()) {
                    unconfined.set(why.get());
                  } else {
                    pid.set(ProcessCalls.spawn(spawn));
                  }
                });
    spawner.start();
    boolean interrupted = false;
    while (true) {
      try {
        spawner.join();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return pid.get();
  }

  private enum End {
    EXIT,
    TIMEOUT,
    CANCEL
  }

  private RunOutcome supervise(int pid, ProcessTree tree, int out, int err) {
    int ended = ProcessCalls.descriptorOf(pid);
    int status;
    End end;
    try (Wakeup wakeup = new Wakeup();
        Arena arena = Arena.ofConfined()) {
      cancellation.onCancel(wakeup::signal);
      Pipes pipes = new Pipes(out, err, arena.allocate(BUFFER));
      end = await(pipes, pid, ended, wakeup);
      tree.end(end == End.EXIT);
      pipes.drainWhatIsLeft();
      status = ProcessCalls.await(pid, true);
    } finally {
      DescriptorCalls.close(ended);
    }
    return switch (end) {
      case EXIT -> new RunOutcome.Exited(status, stdout.captured(), stderr.captured());
      case TIMEOUT -> new RunOutcome.TimedOut(stdout.captured(), stderr.captured());
      case CANCEL -> new RunOutcome.Cancelled(stdout.captured(), stderr.captured());
    };
  }

  private End await(Pipes pipes, int pid, int ended, Wakeup wakeup) {
    long began = System.nanoTime();
    long deadline = began + TimeUnit.SECONDS.toNanos(host.timeoutSeconds());
    long report = began + PROGRESS_NANOS;
    while (true) {
      long now = System.nanoTime();
      if (now >= report) {
        progress.running(Duration.ofNanos(now - began), stdout.seen() + stderr.seen());
        report = now + PROGRESS_NANOS;
      }
      if (now >= deadline) {
        return End.TIMEOUT;
      }
      long wait = Math.min(deadline, report) - now;
      // Without a process descriptor (before Linux 5.3) the end is looked for a hundred times a
      // second.
      int millis =
          (int)
              Math.min(TimeUnit.NANOSECONDS.toMillis(wait) + 1, ended < 0 ? 10 : Integer.MAX_VALUE);
      boolean[] ready = pipes.await(millis, ended, wakeup.descriptor());
      pipes.take(ready);
      if (ready[3] || cancellation.cancelled()) {
        return End.CANCEL;
      }
      if (ready[2]
          || (ended < 0 && ProcessTable.of(pid).map(ProcessTable.Entry::zombie).orElse(true))) {
        return End.EXIT;
      }
    }
  }

  /** Both outputs, drained side by side; an end that closed is polled no more. */
  private final class Pipes {
    private final MemorySegment buffer;
    private int out;
    private int err;

    Pipes(int out, int err, MemorySegment buffer) {
      this.out = out;
      this.err = err;
      this.buffer = buffer;
    }

    boolean[] await(int millis, int ended, int wakeup) {
      return DescriptorCalls.awaitReadable(new int[] {out, err, ended, wakeup}, millis);
    }

    void take(boolean[] ready) {
      if (ready[0]) {
        out = read(out, stdout);
      }
      if (ready[1]) {
        err = read(err, stderr);
      }
    }

    private int read(int from, OutputCapture to) {
      int length = DescriptorCalls.read(from, buffer);
      if (length > 0) {
        to.take(buffer, length);
      }
      return length > 0 || length == -Errno.EINTR ? from : -1;
    }

    /** Reads on until both are closed; nobody is left to write, so the end comes at once. */
    void drainWhatIsLeft() {
      while (out >= 0 || err >= 0) {
        boolean[] ready = await(GRACE_MILLIS, -1, -1);
        if (!ready[0] && !ready[1]) {
          return;
        }
        take(ready);
      }
    }
  }
}
