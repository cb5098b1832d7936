package dev.safemcp.stdio.session;

import dev.safemcp.safety.act.Progress;
import dev.safemcp.stdio.framing.LineWriter;
import dev.safemcp.stdio.message.MessageWriter;
import dev.safemcp.stdio.message.RequestId;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells the client of one call how it goes: at most twice a second, with the milliseconds that have
 * passed as progress, and never after its answer.
 *
 * <p>Whoever reports must not be held up by a client that does not read, so another thread writes,
 * one at most for each call; what comes meanwhile is dropped. Thread-safe.
 */
final class ProgressReports implements Progress {
  private static final Duration APART = Duration.ofMillis(500);

  private final RequestId token;
  private final InFlight call;
  private final LineWriter writer;
  private final AtomicBoolean writing = new AtomicBoolean();
  private Duration last = Duration.ZERO;

  ProgressReports(RequestId token, InFlight call, LineWriter writer) {
    this.token = token;
    this.call = call;
    this.writer = writer;
  }

  @Override
  public void running(Duration elapsed, long bytes) {
    synchronized (this) {
      if (elapsed.minus(last).compareTo(APART) < 0) {
        return;
      }
      last = elapsed; // even where the last one is held up: when it goes out, no other follows it
      if (!writing.compareAndSet(false, true)) {
        return;
      }
    }
    Thread.ofVirtual().start(() -> write(elapsed, bytes));
  }

  private void write(Duration elapsed, long bytes) {
    try {
      writer.write(
          () ->
              call.open()
                  ? MessageWriter.progress(token, elapsed.toMillis(), message(elapsed, bytes))
                  : null);
    } finally {
      writing.set(false);
    }
  }

  private static String message(Duration elapsed, long bytes) {
    return String.format(
        Locale.ROOT,
        "running for %.1f s, %d bytes of output so far",
        elapsed.toMillis() / 1e3,
        bytes);
  }
}
