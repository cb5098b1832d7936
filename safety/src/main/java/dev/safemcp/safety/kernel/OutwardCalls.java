package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Calls that a confined thread must not get through. They are made to learn that it does not, and
 * change nothing where it does.
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class OutwardCalls {
  public static final int AF_UNIX = 1;
  public static final int AF_INET = 2;
  public static final int SOCK_STREAM = 1;
  public static final int SOCK_DGRAM = 2;

  private static final int O_WRONLY = 1;
  private static final int CLOEXEC = 0x80000;

  private static final MethodHandle OPEN =
      NativeCall.bindVariadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle TRUNCATE =
      NativeCall.bind("truncate", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle CHMOD = NativeCall.bind("chmod", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SOCKET =
      NativeCall.bind("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle UNSHARE = NativeCall.bind("unshare", JAVA_INT, JAVA_INT);

  private OutwardCalls() {}

  /** Opens a file or folder for reading, and closes it. */
  public static int openForReading(String path) {
    return open(path, CLOEXEC);
  }

  /** Opens an existing file for writing, and closes it. */
  public static int openForWriting(String path) {
    return open(path, O_WRONLY | CLOEXEC);
  }

  private static int open(String path, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      return opened((int) OPEN.invokeExact(state, arena.allocateFrom(path), flags), state);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Cuts a file to nothing; meant for files of procfs, which have no length. */
  public static int truncate(String path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) TRUNCATE.invokeExact(state, arena.allocateFrom(path), 0L);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Asks for a change of the mode of the file without a name: ENOENT where it may ask at all. */
  public static int chmodNothing() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) CHMOD.invokeExact(state, arena.allocateFrom(""), 0);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Makes a socket, and closes it. */
  public static int socket(int family, int type) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      return opened((int) SOCKET.invokeExact(state, family, type | CLOEXEC, 0), state);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Asks to leave no namespace at all, which everybody may. */
  public static int unshareNothing() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) UNSHARE.invokeExact(state, 0);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  private static int opened(int descriptor, MemorySegment state) {
    if (descriptor < 0) {
      return -NativeCall.errno(state);
    }
    DescriptorCalls.close(descriptor);
    return 0;
  }
}
