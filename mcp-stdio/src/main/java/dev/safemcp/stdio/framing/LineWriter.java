package dev.safemcp.stdio.framing;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines to a stream, one at a time, each flushed.
 *
 * <p>Thread-safe. A reader at the other end that has stopped blocks the writers, so that what they
 * have to say does not pile up. Once a write has failed every later one does nothing.
 */
public final class LineWriter {
  private final OutputStream out;
  private final Runnable broken;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile boolean closed;

  /**
   * Makes a writer.
   *
   * @param out where bytes go
   * @param broken told once, on the thread whose write failed first
   */
  public LineWriter(OutputStream out, Runnable broken) {
    this.out = out;
    this.broken = broken;
  }

  /**
   * Writes a line when it is its turn.
   *
   * @param line asked in its turn, so that what it says still holds then; the line with its line
   *     feed, or null where nothing is to be said any more
   */
  public void write(Supplier<byte @Nullable []> line) {
    boolean failed = false;
    turn.lock();
    try {
      byte[] bytes = closed ? null : line.get();
      if (bytes != null) {
        out.write(bytes);
        out.flush();
      }
    } catch (IOException gone) {
      failed = !closed;
      closed = true;
    } finally {
      turn.unlock();
    }
    if (failed) {
      broken.run();
    }
  }

  /** Says no more. Does not wait for a line that is being written, and leaves the stream open. */
  public void close() {
    closed = true;
  }
}
