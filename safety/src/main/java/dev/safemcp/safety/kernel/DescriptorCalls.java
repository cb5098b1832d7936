package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * Descriptors: open(2), pipe2(2), eventfd(2), read(2), write(2), poll(2), close(2). All that are
 * made here are closed on exec.
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class DescriptorCalls {
  private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
  private static final int O_DIRECTORY = ARM ? 0x4000 : 0x10000;
  private static final int O_NOFOLLOW = ARM ? 0x8000 : 0x20000;
  private static final int O_CLOEXEC = 0x80000;
  private static final int O_PATH = 0x200000;
  private static final int AT_FDCWD = -100;
  private static final short POLLIN = 1;

  private static final MethodHandle OPENAT =
      NativeCall.bindVariadic("openat", 3, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle PIPE2 = NativeCall.bind("pipe2", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle EVENTFD =
      NativeCall.bind("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle READ =
      NativeCall.bind("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE =
      NativeCall.bind("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle PREAD =
      NativeCall.bind("pread", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle POLL =
      NativeCall.bind("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle CLOSE = NativeCall.bind("close", JAVA_INT, JAVA_INT);

  private DescriptorCalls() {}

  /**
   * Both ends of a pipe.
   *
   * @param read the end to read from, or minus errno
   * @param write the end to write to
   */
  public record Pipe(int read, int write) {}

  /**
   * Opens a folder by its absolute path, as a handle to resolve from (O_PATH); a link as its last
   * name is refused (ENOTDIR).
   */
  public static int openFolder(String path) {
    return open(AT_FDCWD, path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }

  /** Opens a folder that is one name below another; a link is refused (ENOTDIR). */
  public static int openFolder(int parent, String name) {
    return open(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }

  /** Opens a file for reading by its absolute path. */
  public static int openForReading(String path) {
    return open(AT_FDCWD, path, O_CLOEXEC);
  }

  /** Opens a file or folder by its absolute path, links followed, as a handle only (O_PATH). */
  public static int openPlace(String path) {
    return open(AT_FDCWD, path, O_PATH | O_CLOEXEC);
  }

  private static int open(int parent, String path, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) OPENAT.invokeExact(state, parent, arena.allocateFrom(path), flags, 0);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Makes a pipe. */
  public static Pipe pipe() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      int result = (int) PIPE2.invokeExact(state, ends, O_CLOEXEC);
      return result < 0
          ? new Pipe(-NativeCall.errno(state), -1)
          : new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Makes a counter that is readable once it was {@link #signal}led. */
  public static int event() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) EVENTFD.invokeExact(state, 0, O_CLOEXEC);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Makes an event readable. */
  public static void signal(int event) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment one = arena.allocateFrom(JAVA_LONG, 1L);
      long ignored = (long) WRITE.invokeExact(state, event, one, 8L);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Makes an event that was {@link #signal}led unreadable again; blocks where it was not. */
  public static void clear(int event) {
    try (Arena arena = Arena.ofConfined()) {
      int ignored = read(event, arena.allocate(JAVA_LONG));
    }
  }

  /** Writes bytes, at most as many as a pipe takes at once. */
  public static int write(int descriptor, byte[] bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment copy = arena.allocateFrom(JAVA_BYTE, bytes);
      long result = (long) WRITE.invokeExact(state, descriptor, copy, copy.byteSize());
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Reads what is there and returns its first line, without the line break. ASCII. */
  public static String readLine(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(256);
      int length = read(descriptor, buffer);
      byte[] bytes = buffer.asSlice(0, Math.max(0, length)).toArray(JAVA_BYTE);
      return new String(bytes, StandardCharsets.US_ASCII).lines().findFirst().orElse("");
    }
  }

  /** Reads at most a buffer's size from an offset; 0 is the end. */
  public static int readAt(int descriptor, MemorySegment buffer, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result = (long) PREAD.invokeExact(state, descriptor, buffer, buffer.byteSize(), offset);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Reads at most a buffer's size; 0 is the end. */
  public static int read(int descriptor, MemorySegment buffer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result = (long) READ.invokeExact(state, descriptor, buffer, buffer.byteSize());
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Waits until one of the descriptors is readable or at its end.
   *
   * @param descriptors negative ones are passed over
   * @param millis how long at most; negative is for ever
   * @return which are ready
   */
  public static boolean[] awaitReadable(int[] descriptors, int millis) {
    return await(descriptors, POLLIN, millis);
  }

  /**
   * Waits until one of the pipes has no writer any more; what was written may still be in it.
   *
   * @return which have none
   */
  public static boolean[] awaitAbandoned(int[] descriptors, int millis) {
    return await(descriptors, (short) 0, millis);
  }

  private static boolean[] await(int[] descriptors, short events, int millis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment set = arena.allocate(8L * descriptors.length, 4);
      for (int i = 0; i < descriptors.length; i++) {
        set.set(JAVA_INT, 8L * i, descriptors[i]);
        set.set(JAVA_SHORT, 8L * i + 4, events);
      }
      int count = (int) POLL.invokeExact(state, set, (long) descriptors.length, millis);
      boolean[] ready = new boolean[descriptors.length];
      for (int i = 0; i < descriptors.length; i++) {
        ready[i] = count > 0 && set.get(JAVA_SHORT, 8L * i + 6) != 0;
      }
      return ready;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Closes a descriptor; a negative one is passed over. */
  public static void close(int descriptor) {
    if (descriptor < 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      int ignored = (int) CLOSE.invokeExact(NativeCall.state(arena), descriptor);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
