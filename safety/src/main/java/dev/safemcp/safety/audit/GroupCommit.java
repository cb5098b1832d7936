package dev.safemcp.safety.audit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One thread that writes for all: callers who come while it waits for the disk share the next
 * fsync, and none returns before its record is durable.
 *
 * <p>A thread of its own also keeps the log's channels safe from a caller that is interrupted,
 * which would close them, and bounds what a caller waits when the disk or another process does not
 * let go. Thread-safe.
 */
final class GroupCommit implements AutoCloseable {
  private static final int MAX_BATCH = 256;
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final Consumer<List<Ticket>> log;
  private final Duration patience;
  private final LinkedBlockingQueue<Ticket> queue = new LinkedBlockingQueue<>();
  private final Ticket last = new Ticket(chain -> new byte[0]);
  private final CompletableFuture<Optional<IOException>> opening = new CompletableFuture<>();
  private final Thread thread;
  private boolean closed;

  /**
   * Starts the thread.
   *
   * @param open what it does first
   * @param log appends a batch and tells each ticket what became of it
   * @param patience how long a caller waits
   */
  GroupCommit(LogLock.Step open, Consumer<List<Ticket>> log, Duration patience) {
    this.log = log;
    this.patience = patience;
    this.thread = Thread.ofPlatform().name("audit-log").daemon().start(() -> work(open));
  }

  /** A record that somebody waits for. */
  static final class Ticket implements Pending {
    private final Function<Chain, byte[]> line;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Optional<IOException>> end = new CompletableFuture<>();

    Ticket(Function<Chain, byte[]> line) {
      this.line = line;
    }

    @Override
    public boolean begin() {
      return begun.compareAndSet(false, true);
    }

    @Override
    public byte[] line(Chain chain) {
      return line.apply(chain);
    }

    @Override
    public void durable() {
      end.complete(Optional.empty());
    }

    @Override
    public void failed(IOException why) {
      end.complete(Optional.of(why));
    }
  }

  /**
   * Appends a record and returns when it is durable, or why it is not. An interrupt does not cut
   * the wait short and is kept.
   *
   * @param line makes the record for its place in the chain
   */
  Optional<IOException> commit(Function<Chain, byte[]> line) {
    Ticket ticket = new Ticket(line);
    synchronized (this) {
      if (closed) {
        return Optional.of(new IOException("it is closed"));
      }
      queue.add(ticket);
    }
    Optional<IOException> end = await(ticket.end);
    // What was not begun by now is left out. What was begun may still be written, and then says no
    // more than that somebody tried.
    ticket.begin();
    return end;
  }

  /** Waits until the log was opened, and returns why it could not be. */
  Optional<IOException> opened() {
    return await(opening);
  }

  private Optional<IOException> await(CompletableFuture<Optional<IOException>> end) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return end.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
          interrupted = true;
        } catch (TimeoutException stuck) {
          return Optional.of(
              new IOException(
                  "the disk, or another process that holds its lock, did not let go within "
                      + patience.toMillis()
                      + " ms"));
        } catch (ExecutionException impossible) {
          throw new IllegalStateException(impossible);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void work(LogLock.Step open) {
    try {
      open.run();
      opening.complete(Optional.empty());
    } catch (IOException fault) {
      opening.complete(Optional.of(fault));
    } catch (RuntimeException defect) {
      opening.complete(Optional.of(defect(defect)));
    }
    List<Ticket> batch = new ArrayList<>();
    boolean more = true;
    while (more) {
      batch.clear();
      try {
        batch.add(queue.take());
      } catch (InterruptedException nobodyDoesThis) {
        continue;
      }
      queue.drainTo(batch, MAX_BATCH - 1);
      more = !batch.remove(last);
      if (!batch.isEmpty()) {
        write(batch);
      }
    }
  }

  private void write(List<Ticket> batch) {
    try {
      log.accept(batch);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      // The thread must live on: without it every call would wait for nothing.
      batch.forEach(ticket -> ticket.failed(defect(defect)));
    }
  }

  private static IOException defect(Throwable defect) {
    return new IOException("a defect of the server: " + defect.getClass().getName(), defect);
  }

  /**
   * Lets what is queued be written and ends the thread; waits a second at most. What comes after
   * fails.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (!closed) {
        closed = true;
        queue.add(last);
      }
    }
    boolean interrupted = false;
    long deadline = System.nanoTime() + FAREWELL.toNanos();
    while (true) {
      try {
        thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the thread has ended and the log is nobody's. */
  boolean ended() {
    return !thread.isAlive();
  }
}
