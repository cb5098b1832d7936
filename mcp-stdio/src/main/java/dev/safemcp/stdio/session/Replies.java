package dev.safemcp.stdio.session;

import dev.safemcp.stdio.framing.LineWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the reading thread has to say, written by a thread of its own: a client that has stopped
 * reading must not keep us from reading its cancels or from seeing that it has left. Bounded in
 * bytes; past them the reading thread waits, and so does the client. Where the client then reads
 * nothing for too long it is given up: we could not see it leave. Thread-safe.
 */
final class Replies {
  private final LineWriter writer;
  private final int maxBytes;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<byte[]> waiting = new ArrayDeque<>();
  private int bytes;
  private long lines;
  private boolean started;
  private boolean closed;

  /**
   * Makes an empty queue.
   *
   * @param writer where they go
   * @param maxBytes how many bytes may wait; a single reply may have more
   * @param patience how long a client may read nothing while there is no room
   */
  Replies(LineWriter writer, int maxBytes, Duration patience) {
    this.writer = writer;
    this.maxBytes = maxBytes;
    this.patience = patience;
  }

  /**
   * Has a line written, waiting until there is room for it.
   *
   * @return false where the client has read nothing for too long; nothing is taken any more
   */
  boolean say(byte[] line) throws InterruptedException {
    lock.lock();
    try {
      while (!closed && bytes > 0 && bytes + line.length > maxBytes) {
        long before = lines;
        if (changed.awaitNanos(patience.toNanos()) <= 0 && lines == before) {
          closed = true;
          return false;
        }
      }
      if (closed) {
        return true;
      }
      waiting.add(line);
      bytes += line.length;
      changed.signalAll();
      if (!started) {
        started = true;
        Thread.ofPlatform().daemon().name("stdio-replies").start(this::writeAll);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void writeAll() {
    try {
      for (byte[] line = next(); line != null; line = next()) {
        byte[] bound = line;
        writer.write(() -> bound);
        written(bound);
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private byte @Nullable [] next() throws InterruptedException {
    lock.lock();
    try {
      while (!closed && waiting.isEmpty()) {
        changed.await();
      }
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  private void written(byte[] line) {
    lock.lock();
    try {
      bytes -= line.length;
      lines++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all are written, and returns whether they are. */
  boolean awaitNone(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (bytes > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      return bytes == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more, and lets go whoever waits for room. */
  void close() {
    lock.lock();
    try {
      closed = true;
      waiting.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
