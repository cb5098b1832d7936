package dev.safemcp.stdio.session;

import dev.safemcp.safety.act.Cancellation;
import java.util.concurrent.atomic.AtomicReference;

/** One call between its request and its answer. Thread-safe. */
final class InFlight {
  private enum State {
    OPEN,
    ANSWERED,
    CANCELLED
  }

  private final Cancellation cancellation = new Cancellation();
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

  Cancellation cancellation() {
    return cancellation;
  }

  /** The client takes it back: it will not be answered, unless it was already. */
  void cancelByClient() {
    if (state.compareAndSet(State.OPEN, State.CANCELLED)) {
      cancellation.cancel();
    }
  }

  /** Claims the right to answer, which is given once and not after a cancel. */
  boolean answer() {
    return state.compareAndSet(State.OPEN, State.ANSWERED);
  }

  /** Whether the client still waits for the answer. */
  boolean open() {
    return state.get() == State.OPEN;
  }
}
