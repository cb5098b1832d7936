package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Files that exist in memory only: memfd_create(2).
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class MemoryFileCalls {
  private static final int MFD_CLOEXEC = 1;

  private static final MethodHandle MEMFD_CREATE =
      NativeCall.bind("memfd_create", JAVA_INT, ADDRESS, JAVA_INT);

  private MemoryFileCalls() {}

  /** Makes an empty one and returns its descriptor, closed on exec. */
  static int create(String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int file = (int) MEMFD_CREATE.invokeExact(state, arena.allocateFrom(name), MFD_CLOEXEC);
      return file < 0 ? -NativeCall.errno(state) : file;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Makes one that holds these bytes.
   *
   * @param name for whoever looks at /proc
   * @param bytes at most 2 GiB; a file of memory takes all at once
   */
  public static int of(String name, byte[] bytes) {
    int file = create(name);
    if (file < 0) {
      return file;
    }
    int written = DescriptorCalls.write(file, bytes);
    if (written == bytes.length) {
      return file;
    }
    DescriptorCalls.close(file);
    return written < 0 ? written : -Errno.ENOMEM;
  }
}
