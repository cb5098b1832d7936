package dev.safemcp.safety.act;

import dev.safemcp.safety.path.ContainedCommand;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * One run where the kernel is not Linux, or its C library too old: the JDK's own processes.
 *
 * <p>What it cannot do: find descendants that changed their parent, hold the folder against a swap
 * at the last instant, confine, set limits. {@link CommandRunner#notHeld} says so.
 */
final class PortableRun {
  private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LOOK_MILLIS = 10;
  private static final Duration GRACE = Duration.ofMillis(100);

  private final List<String> environment;
  private final int timeoutSeconds;
  private final int kept;

  PortableRun(List<String> environment, int timeoutSeconds, int kept) {
    this.environment = environment;
    this.timeoutSeconds = timeoutSeconds;
    this.kept = kept;
  }

  private enum Stop {
    NONE,
    TIMEOUT,
    CANCEL
  }

  RunOutcome run(ContainedCommand command, Progress progress, Cancellation cancellation) {
    if (cancellation.cancelled()) {
      Captured nothing = new Captured(new byte[0], false);
      return new RunOutcome.Cancelled(nothing, nothing);
    }
    String name = command.command().name();
    if (!Files.isDirectory(command.folder().absolute(), LinkOption.NOFOLLOW_LINKS)) {
      return new RunOutcome.NotStarted(
          "'" + name + "' could not be started: the folder in which it should run is gone");
    }
    Process process;
    try {
      process = builder(command).start();
    } catch (IOException fault) {
      return new RunOutcome.NotStarted("'" + name + "' could not be started");
    }
    AtomicLong seen = new AtomicLong();
    Drain out = new Drain(process.getInputStream(), kept, seen);
    Drain err = new Drain(process.getErrorStream(), kept, seen);
    Stop stop = await(process, progress, cancellation, seen);
    if (stop == Stop.NONE) {
      out.await(GRACE);
      err.await(GRACE);
    }
    kill(process);
    Captured stdout = out.captured();
    Captured stderr = err.captured();
    return switch (stop) {
      case TIMEOUT -> new RunOutcome.TimedOut(stdout, stderr);
      case CANCEL -> new RunOutcome.Cancelled(stdout, stderr);
      case NONE -> new RunOutcome.Exited(process.exitValue(), stdout, stderr);
    };
  }

  private ProcessBuilder builder(ContainedCommand command) {
    List<String> argv = new ArrayList<>(List.of(command.command().program().toString()));
    argv.addAll(command.command().arguments());
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(command.folder().absolute().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().clear();
    for (String entry : environment) {
      int equals = entry.indexOf('=');
      builder.environment().put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return builder;
  }

  private Stop await(
      Process process, Progress progress, Cancellation cancellation, AtomicLong seen) {
    long began = System.nanoTime();
    long deadline = began + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    long report = began + PROGRESS_NANOS;
    while (true) {
      try {
        if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          return Stop.NONE;
        }
      } catch (InterruptedException takenBack) {
        Thread.currentThread().interrupt();
        return Stop.CANCEL;
      }
      long now = System.nanoTime();
      if (cancellation.cancelled()) {
        return Stop.CANCEL;
      }
      if (now - deadline >= 0) {
        return Stop.TIMEOUT;
      }
      if (now - report >= 0) {
        progress.running(Duration.ofNanos(now - began), seen.get());
        report = now + PROGRESS_NANOS;
      }
    }
  }

  /** Kills the tree as far as it can be seen, and waits for the command itself. */
  private static void kill(Process process) {
    while (true) {
      try (Stream<ProcessHandle> descendants = process.descendants()) {
        List<ProcessHandle> living = descendants.filter(ProcessHandle::isAlive).toList();
        // Parents first: a shell whose child dies goes on to its next line.
        process.destroyForcibly();
        living.forEach(ProcessHandle::destroyForcibly);
        if (living.isEmpty()) {
          break;
        }
      }
    }
    process.onExit().join();
  }

  /** Reads one stream to its end on a thread of its own. */
  private static final class Drain {
    private final InputStream stream;
    private final OutputCapture capture;
    private final Thread thread;

    Drain(InputStream stream, int kept, AtomicLong seen) {
      this.stream = stream;
      capture = new OutputCapture(kept);
      thread = Thread.ofPlatform().daemon().name("drain").start(() -> read(seen));
    }

    private void read(AtomicLong seen) {
      byte[] buffer = new byte[64 * 1024];
      try {
        for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
          synchronized (capture) {
            capture.take(buffer, n);
          }
          seen.addAndGet(n);
        }
      } catch (IOException closed) {
        // What was read is what there was.
      }
    }

    void await(Duration time) {
      try {
        boolean ignored = thread.join(time);
      } catch (InterruptedException takenBack) {
        Thread.currentThread().interrupt();
      }
    }

    Captured captured() {
      await(GRACE);
      try {
        // What still holds the other end is out of reach, but not what it writes.
        stream.close();
      } catch (IOException closed) {
        // It is closed all the same.
      }
      synchronized (capture) {
        return capture.captured();
      }
    }
  }
}
