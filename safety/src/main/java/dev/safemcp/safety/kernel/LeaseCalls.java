package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A gate that holds a process inside open(2), made of a lease (fcntl(2), F_SETLEASE) on a file that
 * exists in memory only (memfd_create(2)): while it is shut, whoever opens {@link #path} for
 * writing waits, for /proc/sys/fs/lease-break-time at most (45 s unless changed). No file system
 * and no Landlock rule is involved.
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class LeaseCalls {
  private static final int O_RDONLY_CLOEXEC = 0x80000;
  private static final int F_SETSIG = 10;
  private static final int F_SETLEASE = 1024;
  private static final int F_GETLEASE = 1025;
  private static final int F_RDLCK = 0;
  private static final int F_UNLCK = 2;

  /** The default deed of this signal is nothing, and so is the JVM's. */
  private static final int SIGURG = 23;

  private static final MethodHandle OPEN =
      NativeCall.bindVariadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FCNTL =
      NativeCall.bindVariadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);

  private LeaseCalls() {}

  /** Makes a gate, open, and returns its descriptor. */
  public static int gate() {
    int memory = MemoryFileCalls.create("gate");
    if (memory < 0) {
      return memory;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      // A read lease is granted only while nobody has the file open for writing.
      int gate = (int) OPEN.invokeExact(state, arena.allocateFrom(path(memory)), O_RDONLY_CLOEXEC);
      int errno = NativeCall.errno(state);
      DescriptorCalls.close(memory);
      return gate < 0 ? -errno : gate;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Returns the name under which a process that inherited the descriptor opens the gate. */
  public static String path(int gate) {
    return "/proc/self/fd/" + gate;
  }

  /** Shuts the gate; EAGAIN while somebody who went through still has it open. */
  public static int shut(int gate) {
    // The holder is told of a waiter by SIGIO, which would end the JVM; the choice of another
    // signal lasts until the lease is given back.
    int chosen = lease(gate, F_SETSIG, SIGURG);
    return chosen < 0 ? chosen : lease(gate, F_SETLEASE, F_RDLCK);
  }

  /** Returns whether somebody waits before the shut gate. */
  public static boolean someoneWaits(int gate) {
    return lease(gate, F_GETLEASE, 0) == F_UNLCK;
  }

  /** Opens the gate. */
  public static int open(int gate) {
    return lease(gate, F_SETLEASE, F_UNLCK);
  }

  private static int lease(int gate, int command, int argument) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) FCNTL.invokeExact(state, gate, command, argument);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
