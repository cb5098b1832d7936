package dev.safemcp.stdio.session;

import dev.safemcp.stdio.message.RequestId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls in flight, within bounds on their number and on the bytes that they hold. Thread-safe.
 */
final class CallsInFlight {
  private final int maxCalls;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Map<RequestId, InFlight> unanswered = new HashMap<>();
  private int count;
  private long bytes;

  /**
   * Makes an empty set.
   *
   * @param maxCalls how many there may be
   * @param maxBytes how many bytes their requests may have together; a single one may have more
   */
  CallsInFlight(int maxCalls, long maxBytes) {
    this.maxCalls = maxCalls;
    this.maxBytes = maxBytes;
  }

  /**
   * Takes a call in, waiting until there is room.
   *
   * @param size the bytes of its request
   * @return the call, or nothing where one of that id is in flight
   */
  Optional<InFlight> begin(RequestId id, int size) throws InterruptedException {
    lock.lock();
    try {
      if (unanswered.containsKey(id)) {
        return Optional.empty();
      }
      while (count >= maxCalls || (count > 0 && bytes + size > maxBytes)) {
        ended.await();
      }
      InFlight call = new InFlight();
      unanswered.put(id, call);
      count++;
      bytes += size;
      return Optional.of(call);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Frees the id of a call, whose answer is about to be written: a client that has read it may use
   * the id again at once.
   */
  void answering(RequestId id) {
    lock.lock();
    try {
      unanswered.remove(id);
    } finally {
      lock.unlock();
    }
  }

  /** Lets a call go: its answer is written, or its operation has ended after a cancel. */
  void end(RequestId id, InFlight call, int size) {
    lock.lock();
    try {
      unanswered.remove(id, call);
      count--;
      bytes -= size;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the call of that id, where it is in flight. */
  Optional<InFlight> find(RequestId id) {
    lock.lock();
    try {
      return Optional.ofNullable(unanswered.get(id));
    } finally {
      lock.unlock();
    }
  }

  /** Tells every operation to stop. Their calls are answered all the same. */
  void stopAll() {
    List<InFlight> all;
    lock.lock();
    try {
      all = List.copyOf(unanswered.values());
    } finally {
      lock.unlock();
    }
    all.forEach(call -> call.cancellation().cancel());
  }

  /** Waits until none is left, and returns whether none is. */
  boolean awaitNone(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (count > 0 && left > 0) {
        left = ended.awaitNanos(left);
      }
      return count == 0;
    } finally {
      lock.unlock();
    }
  }
}
