package dev.safemcp.stdio.session;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who may run: so many calls at one time, and none more while the answers that wait to be written
 * have too many bytes. A call keeps its turn until its answer is out, so that a client that has
 * stopped reading soon has nobody running. Thread-safe.
 */
final class Turns {
  private final int most;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private int taken;
  private long bytes;
  private boolean lifted;

  /**
   * Makes turns, all of them free.
   *
   * @param most how many there are
   * @param maxBytes how many bytes may wait to be written before nobody starts any more
   */
  Turns(int most, long maxBytes) {
    this.most = most;
    this.maxBytes = maxBytes;
  }

  /** Takes a turn, waiting until there is one. */
  void begin() {
    lock.lock();
    try {
      while (!free()) {
        freed.awaitUninterruptibly();
      }
      taken++;
      signal();
    } finally {
      lock.unlock();
    }
  }

  /** Says that an answer of so many bytes waits from now on. */
  void waits(long size) {
    lock.lock();
    try {
      bytes += size;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives the turn back.
   *
   * @param size what its answer had, or 0 where none waited
   */
  void end(long size) {
    lock.lock();
    try {
      taken--;
      bytes -= size;
      signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets everybody go from now on: at the end all are told to stop, and are recorded and answered
   * sooner together than in turns.
   */
  void lift() {
    lock.lock();
    try {
      lifted = true;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean free() {
    return lifted || (taken < most && bytes < maxBytes);
  }

  /** Wakes one, who wakes the next: waking all for each turn would be a crowd. */
  private void signal() {
    if (free()) {
      freed.signal();
    }
  }
}
