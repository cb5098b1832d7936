package dev.safemcp.safety.operation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is made when it is first asked for, off the road to a server's first answer, and
 * kept. Thread-safe: who asks while it is being made waits for it.
 */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> maker;
  private volatile @Nullable T made;

  /**
   * Makes nothing yet.
   *
   * @param maker called once, on the thread that asks first; where it throws, called again by the
   *     next
   */
  Once(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    T value = made;
    if (value == null) {
      synchronized (this) {
        value = made;
        if (value == null) {
          value = maker.get();
          made = value;
        }
      }
    }
    return value;
  }
}
