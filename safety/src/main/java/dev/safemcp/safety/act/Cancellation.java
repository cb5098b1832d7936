package dev.safemcp.safety.act;

import java.util.ArrayList;
import java.util.List;

/**
 * The word of a client, or of the server's end, that a call is no longer wanted.
 *
 * <p>One-shot and thread-safe: after {@link #cancel} it stays cancelled, and a listener added later
 * is told at once.
 */
public final class Cancellation {
  private final List<Runnable> listeners = new ArrayList<>();
  private boolean cancelled;

  /**
   * Takes the call back. The first call runs the listeners on this thread; later ones do nothing.
   */
  public void cancel() {
    List<Runnable> toTell;
    synchronized (this) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      toTell = List.copyOf(listeners);
      listeners.clear();
    }
    toTell.forEach(Runnable::run);
  }

  /** Returns whether the call was taken back. */
  public synchronized boolean cancelled() {
    return cancelled;
  }

  /**
   * Has {@code listener} told once, now if it is already so. A listener must be quick and not
   * throw.
   */
  public void onCancel(Runnable listener) {
    synchronized (this) {
      if (!cancelled) {
        listeners.add(listener);
        return;
      }
    }
    listener.run();
  }
}
