package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;

/**
 * The processes that the server inherited when their parents died: the kernel gives them to its
 * first thread (PR_SET_CHILD_SUBREAPER).
 *
 * <p>Thread-safe. The list is read through a descriptor that was opened once, so that a thread that
 * may open nothing any more can read it too.
 */
final class Orphans {
  private static final int BUFFER = 4096;

  /**
   * Held while the list is read and while an orphan is reaped: the kernel promises a whole list
   * only if nothing leaves it meanwhile (proc_pid_task(5)).
   */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private final int list;

  private Orphans(int list) {
    this.list = list;
  }

  /** Makes the server inherit orphans. */
  static Orphans inherit() {
    long self = ProcessHandle.current().pid();
    return new Orphans(
        ProcessCalls.becomeSubreaper() < 0
            ? -1
            : DescriptorCalls.openForReading("/proc/self/task/" + self + "/children"));
  }

  /** Returns whether the kernel tells of them (CONFIG_PROC_CHILDREN). */
  boolean known() {
    return list >= 0;
  }

  /**
   * Reaps the orphans of which {@code member} says that they belong to a tree, until there is none
   * left. All of the tree must be condemned already.
   */
  void reap(IntPredicate member) {
    for (int dying = reapOnce(member); dying > 0; dying = reapOnce(member)) {
      int ignored = ProcessCalls.awaitEnd(dying);
    }
  }

  /** Reaps one that is condemned. */
  void reap(int pid) {
    while (true) {
      LOCK.lock();
      try {
        if (ProcessCalls.await(pid, false) != Integer.MAX_VALUE) {
          return;
        }
      } finally {
        LOCK.unlock();
      }
      int ignored = ProcessCalls.awaitEnd(pid);
    }
  }

  /** Returns whether there is none of which {@code known} does not know. */
  boolean allOf(IntPredicate known) {
    LOCK.lock();
    try (Arena arena = Arena.ofConfined()) {
      return first(arena, child -> !known.test(child)) == 0;
    } finally {
      LOCK.unlock();
    }
  }

  /** Reaps members that have ended and returns one that has not, or 0. */
  private int reapOnce(IntPredicate member) {
    LOCK.lock();
    try (Arena arena = Arena.ofConfined()) {
      int dying = 0;
      // A whole pass without reaping, since reaping changes the list.
      for (int child = first(arena, member); child > 0; child = first(arena, member)) {
        if (ProcessCalls.await(child, false) == Integer.MAX_VALUE) {
          dying = child;
          break;
        }
      }
      return dying;
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Returns the first child that fits, or 0. The JDK reaps its own children without our lock, so a
   * list that had any and none that fits is read again.
   */
  private int first(Arena arena, IntPredicate fits) {
    MemorySegment buffer = arena.allocate(BUFFER);
    int found = read(buffer, fits);
    return found == 0 && DescriptorCalls.readAt(list, buffer, 0) > 0 ? read(buffer, fits) : found;
  }

  private int read(MemorySegment buffer, IntPredicate fits) {
    long offset = 0;
    int pid = 0;
    while (true) {
      int length = DescriptorCalls.readAt(list, buffer, offset);
      if (length <= 0) {
        return 0;
      }
      offset += length;
      for (int i = 0; i < length; i++) {
        byte digit = buffer.get(ValueLayout.JAVA_BYTE, i);
        if (digit >= '0' && digit <= '9') {
          pid = 10 * pid + (digit - '0');
        } else if (pid > 0) {
          if (fits.test(pid)) {
            return pid;
          }
          pid = 0;
        }
      }
    }
  }

  void close() {
    DescriptorCalls.close(list);
  }
}
