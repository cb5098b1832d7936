package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Seccomp filters (seccomp(2), Linux 3.17): a program that the kernel asks before every system call
 * of a thread and of all that it starts. It never comes off.
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class SeccompCalls {
  private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
  private static final long SYS_SECCOMP = ARM ? 277 : 317;
  private static final int SET_MODE_FILTER = 1;
  private static final int GET_ACTION_AVAIL = 2;
  private static final int NEW_LISTENER = 8;

  /**
   * A call that the supervisor has taken up is not interrupted by a handled signal: no program
   * expects EINTR of chmod(2). Linux 5.19.
   */
  private static final int WAIT_KILLABLE = 0x20;

  private static final int RET_ERRNO = 0x0005_0000;
  private static final int RET_USER_NOTIF = 0x7fc0_0000;

  private static final MethodHandle SECCOMP =
      NativeCall.bindVariadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS);

  private SeccompCalls() {}

  /** Returns 0 where the kernel has filters that deny with an errno; else minus errno. */
  public static int available() {
    try (Arena arena = Arena.ofConfined()) {
      return call(GET_ACTION_AVAIL, 0, arena.allocateFrom(JAVA_INT, RET_ERRNO));
    }
  }

  /**
   * Returns 0 where a filter can hand calls to a supervisor (Linux 5.0; that the call can be let
   * through came with 5.5, and no kernel says so); else minus errno.
   */
  public static int notifies() {
    try (Arena arena = Arena.ofConfined()) {
      return call(GET_ACTION_AVAIL, 0, arena.allocateFrom(JAVA_INT, RET_USER_NOTIF));
    }
  }

  /**
   * Puts the calling thread, and all that it starts from now on, under a filter. Needs
   * no_new_privs, else EACCES.
   *
   * @param filter instructions of classic BPF, each a struct sock_filter; 1 to 4096
   */
  public static int filterThisThread(MemorySegment filter) {
    return filterThisThread(filter, 0);
  }

  /**
   * The same for a filter that hands calls to a supervisor.
   *
   * @return a descriptor for {@link NotificationCalls}, closed on exec; EBUSY where the thread is
   *     under such a filter already
   */
  public static int filterThisThreadWithListener(MemorySegment filter) {
    int listener = filterThisThread(filter, NEW_LISTENER | WAIT_KILLABLE);
    return listener == -Errno.EINVAL ? filterThisThread(filter, NEW_LISTENER) : listener;
  }

  private static int filterThisThread(MemorySegment filter, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      // struct sock_fprog: the number of instructions, and where they are.
      MemorySegment program = arena.allocate(16, 8);
      program.set(JAVA_SHORT, 0, (short) (filter.byteSize() / 8));
      program.set(ADDRESS, 8, filter);
      return call(SET_MODE_FILTER, flags, program);
    }
  }

  private static int call(int operation, int flags, MemorySegment argument) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result = (long) SECCOMP.invokeExact(state, SYS_SECCOMP, operation, flags, argument);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
