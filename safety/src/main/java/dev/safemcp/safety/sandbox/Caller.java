package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.NotificationCalls;
import dev.safemcp.safety.kernel.NotificationCalls.Call;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The thread that waits for a {@link Supervisor}'s answer: what its call points at and names, as
 * that thread sees it (proc_pid_mem(5), proc_pid_fd(5)).
 *
 * <p>What it gives was the waiting thread's own: the kernel is asked for that after each look,
 * since the number of a thread that ended may be another's by then. Results are not negative on
 * success, else minus errno.
 */
final class Caller implements AutoCloseable {
  static final int AT_FDCWD = -100;
  static final int AT_SYMLINK_NOFOLLOW = 0x100;
  static final int AT_EMPTY_PATH = 0x1000;

  /** PATH_MAX, its NUL included; a page is a multiple of it on every architecture. */
  private static final int LONGEST_PATH = 4096;

  private static final int ENAMETOOLONG = 36;
  private static final int NOT_OPENED = Integer.MIN_VALUE;

  private final int listener;
  private final Call call;
  private final String process;
  private int memory = NOT_OPENED;

  Caller(int listener, Call call) {
    this.listener = listener;
    this.call = call;
    this.process = "/proc/" + call.thread();
  }

  private int memory() {
    if (memory == NOT_OPENED) {
      memory = DescriptorCalls.openForReading(process + "/mem");
    }
    return memory;
  }

  /** Reads as many bytes as there is room for. */
  int read(long from, MemorySegment to) {
    int read = memory() < 0 ? memory : DescriptorCalls.readAt(memory, to, from);
    if (!NotificationCalls.isWaiting(listener, call)) {
      return -Errno.EPERM;
    }
    return read == to.byteSize() ? 0 : -Errno.EFAULT;
  }

  /** Returns a handle of what a descriptor is of. */
  int openDescriptor(int descriptor) {
    int file = DescriptorCalls.openPlace(process + "/fd/" + descriptor);
    if (!NotificationCalls.isWaiting(listener, call)) {
      DescriptorCalls.close(file);
      return -Errno.EPERM;
    }
    return file == -Errno.ENOENT ? -Errno.EBADF : file;
  }

  /**
   * Returns a handle of what a path names.
   *
   * @param folder where a relative one begins: a descriptor, or {@link #AT_FDCWD}
   * @param path where it lies in memory
   * @param flags {@link #AT_SYMLINK_NOFOLLOW}, {@link #AT_EMPTY_PATH} or none
   */
  int openPath(int folder, long path, int flags) {
    int base =
        DescriptorCalls.openPlace(
            folder == AT_FDCWD ? process + "/cwd" : process + "/fd/" + folder);
    boolean handedOn = false;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(LONGEST_PATH);
      int length = memory() < 0 ? -Errno.EPERM : readString(path, name);
      if (!NotificationCalls.isWaiting(listener, call)) {
        return -Errno.EPERM;
      }
      if (length < 0) {
        return length;
      }
      if (length == 0 && (flags & AT_EMPTY_PATH) != 0) {
        handedOn = base >= 0;
        return handedOn ? base : -Errno.EBADF;
      }
      // An absolute path needs no folder, and openat2(2) does not look at one.
      return NotificationCalls.openPlace(base, name, (flags & AT_SYMLINK_NOFOLLOW) == 0);
    } finally {
      if (!handedOn) {
        DescriptorCalls.close(base);
      }
    }
  }

  /** Reads a C string of at most {@link #LONGEST_PATH} bytes and returns its length. */
  private int readString(long from, MemorySegment to) {
    int length = 0;
    while (length < LONGEST_PATH) {
      // Not past a page's end in one go: the next one may not be there.
      int page = (int) (LONGEST_PATH - Math.floorMod(from + length, (long) LONGEST_PATH));
      MemorySegment piece = to.asSlice(length, Math.min(page, LONGEST_PATH - length));
      int read = DescriptorCalls.readAt(memory, piece, from + length);
      if (read <= 0) {
        return -Errno.EFAULT;
      }
      for (int i = 0; i < read; i++) {
        if (piece.get(ValueLayout.JAVA_BYTE, i) == 0) {
          return length + i;
        }
      }
      length += read;
    }
    return -ENAMETOOLONG;
  }

  @Override
  public void close() {
    DescriptorCalls.close(memory);
  }
}
