package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Changes of a file's mode, owner and times on a handle (O_PATH) of it, wherever its name leads by
 * now.
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class AttributeCalls {
  private static final int AT_EMPTY_PATH = 0x1000;

  private static final MethodHandle CHMOD = NativeCall.bind("chmod", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FCHOWNAT =
      NativeCall.bind("fchownat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle UTIMENSAT =
      NativeCall.bind("utimensat", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);

  private AttributeCalls() {}

  /** Changes the mode (chmod(2)); a link has none (EOPNOTSUPP). */
  public static int changeMode(int handle, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      // fchmod(2) takes no such handle, and fchmodat2(2) is too new. This link leads to the file
      // itself, a link included.
      MemorySegment path = arena.allocateFrom("/proc/self/fd/" + handle);
      int result = (int) CHMOD.invokeExact(state, path, mode);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Changes user and group (chown(2)).
   *
   * @param user -1 leaves it
   * @param group -1 leaves it
   */
  public static int changeOwner(int handle, int user, int group) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result =
          (int)
              FCHOWNAT.invokeExact(
                  state, handle, arena.allocateFrom(""), user, group, AT_EMPTY_PATH);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Changes the times of access and change (utimensat(2), Linux 5.8).
   *
   * @param times two of struct timespec, or {@link MemorySegment#NULL} for now
   */
  public static int changeTimes(int handle, MemorySegment times) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result =
          (int) UTIMENSAT.invokeExact(state, handle, arena.allocateFrom(""), times, AT_EMPTY_PATH);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
