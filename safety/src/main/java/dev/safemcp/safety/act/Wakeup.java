package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;

/**
 * Turns a cancellation into something that poll(2) sees. A late signal after {@link #close} does
 * nothing.
 */
final class Wakeup implements AutoCloseable {
  private int event;

  /** Makes one; where the kernel gives no descriptor, {@link #descriptor} is negative. */
  Wakeup() {
    event = DescriptorCalls.event();
  }

  synchronized int descriptor() {
    return event;
  }

  synchronized void signal() {
    if (event >= 0) {
      DescriptorCalls.signal(event);
    }
  }

  /** Takes the signal back. For the thread that waits, when poll(2) has seen it. */
  void clear() {
    DescriptorCalls.clear(descriptor());
  }

  @Override
  public synchronized void close() {
    DescriptorCalls.close(event);
    event = -1;
  }
}
