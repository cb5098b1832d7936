package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads what another process points at (proc_pid_mem(5)). Stateless. */
final class CallerMemory {
  /** PATH_MAX, its NUL included; a page is a multiple of it on every architecture. */
  static final int LONGEST_PATH = 4096;

  private static final int ENAMETOOLONG = 36;

  private CallerMemory() {}

  /**
   * Reads a C string of at most {@link #LONGEST_PATH} bytes.
   *
   * @param memory a descriptor of the process's memory
   * @param from where it begins there
   * @param to room for all of it, zeroed
   * @return its length, or minus errno
   */
  static int readString(int memory, long from, MemorySegment to) {
    int length = 0;
    while (length < LONGEST_PATH) {
      // Not past a page's end in one go: the next one may not be there.
      int page = (int) (LONGEST_PATH - Math.floorMod(from + length, (long) LONGEST_PATH));
      MemorySegment piece = to.asSlice(length, Math.min(page, LONGEST_PATH - length));
      int read = DescriptorCalls.readAt(memory, piece, from + length);
      if (read <= 0) {
        return -Errno.EPERM;
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
}
