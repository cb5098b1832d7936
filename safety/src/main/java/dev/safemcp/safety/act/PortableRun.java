package dev.safemcp.safety.act;

import dev.safemcp.safety.path.ContainedCommand;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One run where the kernel is not Linux: the JDK's own processes. Descendants that changed their
 * parent are not found here; the server says so at start.
 */
final class PortableRun {
  private final Map<String, String> environment;
  private final int timeoutSeconds;
  private final int kept;

  PortableRun(Map<String, String> environment, int timeoutSeconds, int kept) {
    this.environment = environment;
    this.timeoutSeconds = timeoutSeconds;
    this.kept = kept;
  }

  RunOutcome run(ContainedCommand command, Progress progress, Cancellation cancellation) {
    List<String> argv = new ArrayList<>(List.of(command.command().program().toString()));
    argv.addAll(command.command().arguments());
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(command.folder().absolute().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException fault) {
      return new RunOutcome.NotStarted("'" + command.command().name() + "' could not be started");
    }
    CountDownLatch cancelled = new CountDownLatch(1);
    cancellation.onCancel(cancelled::countDown);
    AtomicLong seen = new AtomicLong();
    Drain out = new Drain(process.getInputStream(), kept, seen);
    Drain err = new Drain(process.getErrorStream(), kept, seen);
    long began = System.nanoTime();
    long deadline = began + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    long report = began + TimeUnit.MILLISECONDS.toNanos(500);
    boolean timedOut = false;
    try {
      while (process.isAlive() && cancelled.getCount() > 0 && !timedOut) {
        long now = System.nanoTime();
        if (now >= report) {
          progress.running(Duration.ofNanos(now - began), seen.get());
          report = now + TimeUnit.MILLISECONDS.toNanos(500);
        }
        timedOut = now >= deadline;
        boolean ignored = process.waitFor(10, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException takenBack) {
      Thread.currentThread().interrupt();
      cancelled.countDown();
    }
    boolean byItself = !process.isAlive();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    Captured stdout = out.finish();
    Captured stderr = err.finish();
    if (cancelled.getCount() == 0) {
      return new RunOutcome.Cancelled(stdout, stderr);
    }
    return byItself
        ? new RunOutcome.Exited(process.exitValue(), stdout, stderr)
        : new RunOutcome.TimedOut(stdout, stderr);
  }

  /** Reads one stream to its end on a thread of its own. */
  private static final class Drain {
    private final OutputCapture capture;
    private final Thread thread;

    Drain(InputStream stream, int kept, AtomicLong seen) {
      capture = new OutputCapture(kept);
      thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    byte[] buffer = new byte[16 * 1024];
                    try (stream) {
                      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                        synchronized (capture) {
                          capture.take(buffer, n);
                        }
                        seen.addAndGet(n);
                      }
                    } catch (IOException closed) {
                      // The process is gone: what was read is what there was.
                    }
                  });
    }

    Captured finish() {
      try {
        boolean ignored = thread.join(Duration.ofMillis(500));
      } catch (InterruptedException takenBack) {
        Thread.currentThread().interrupt();
      }
      synchronized (capture) {
        return capture.captured();
      }
    }
  }
}
