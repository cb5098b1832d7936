package dev.safemcp.safety.act;

import java.util.concurrent.Semaphore;

/** How many commands run side by side: who comes over the number waits its turn. Thread-safe. */
final class Slots {
  private final Semaphore free;
  private final boolean bounded;

  Slots(int most) {
    this.bounded = most > 0;
    this.free = new Semaphore(most, true);
  }

  /** Waits for a slot. Returns false where the call was taken back meanwhile; it then has none. */
  boolean enter(Cancellation cancellation) {
    if (!bounded) {
      return !cancellation.cancelled();
    }
    Thread waiting = Thread.currentThread();
    Interruption interruption = new Interruption(waiting);
    cancellation.onCancel(interruption::fire);
    try {
      free.acquire();
      if (interruption.disarm()) {
        free.release();
        return false;
      }
      return true;
    } catch (InterruptedException takenBack) {
      if (!interruption.disarm()) {
        waiting.interrupt();
      }
      return false;
    }
  }

  void leave() {
    if (bounded) {
      free.release();
    }
  }

  /** Interrupts a thread once, and never after it has moved on. */
  private static final class Interruption {
    private final Thread thread;
    private boolean armed = true;
    private boolean fired;

    Interruption(Thread thread) {
      this.thread = thread;
    }

    synchronized void fire() {
      if (armed) {
        fired = true;
        thread.interrupt();
      }
    }

    /** Returns whether it fired; the thread's flag is then cleared. */
    synchronized boolean disarm() {
      armed = false;
      if (fired) {
        boolean ignored = Thread.interrupted();
      }
      return fired;
    }
  }
}
