package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Waiting for and ending processes, and their limits: waitpid(2), waitid(2), kill(2), prlimit(2),
 * prctl(2).
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class ProcessCalls {
  /** RLIMIT numbers, the same on x86-64 and arm64. */
  public static final int RLIMIT_CPU = 0;

  public static final int RLIMIT_FSIZE = 1;
  public static final int RLIMIT_CORE = 4;
  public static final int RLIMIT_NPROC = 6;
  public static final int RLIMIT_AS = 9;

  /** Of no effect since Linux 2.4.25, but inherited like the others (getrlimit(2)). */
  public static final int RLIMIT_LOCKS = 10;

  public static final int SIGKILL = 9;
  public static final int SIGSTOP = 19;

  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;
  private static final int WEXITED = 4;
  private static final int WNOWAIT = 0x01000000;
  private static final int OF_THIS_THREAD = 0x20000000; // __WNOTHREAD
  private static final int OF_ANY_KIND = 0x40000000; // __WALL: however it was cloned
  private static final int P_ALL = 0;
  private static final int P_PID = 1;
  private static final long SIGINFO_BYTES = 128;

  private static final MethodHandle WAITPID =
      NativeCall.bind("waitpid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle WAITID =
      NativeCall.bind("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle GETTID = NativeCall.bind("gettid", JAVA_INT);
  private static final MethodHandle KILL = NativeCall.bind("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle PRLIMIT =
      NativeCall.bind("prlimit", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle PRCTL =
      NativeCall.bindVariadic(
          "prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private ProcessCalls() {}

  /**
   * Waits for a child and reaps it.
   *
   * @param block whether to wait for its end
   * @return its status as a shell gives it (0 to 255, or 128 plus the signal), {@link
   *     Integer#MAX_VALUE} where it still runs, or minus errno
   */
  public static int await(int pid, boolean block) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment status = arena.allocate(JAVA_INT);
      while (true) {
        int reaped =
            (int) WAITPID.invokeExact(state, pid, status, OF_ANY_KIND | (block ? 0 : WNOHANG));
        if (reaped == 0) {
          return Integer.MAX_VALUE;
        }
        if (reaped < 0) {
          int errno = NativeCall.errno(state);
          if (errno == Errno.EINTR) {
            continue;
          }
          return -errno;
        }
        int bits = status.get(JAVA_INT, 0);
        int signal = bits & 0x7f;
        return signal == 0 ? (bits >> 8) & 0xff : 128 + signal;
      }
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Waits until a child has ended, and leaves it to be reaped. Returns 0 or minus errno. */
  public static int awaitEnd(int pid) {
    return waitFor(P_PID, pid, WEXITED | WNOWAIT | OF_ANY_KIND);
  }

  /**
   * Waits for any child that the calling thread itself started and reaps it. Returns 0, or minus
   * ECHILD where there is none.
   */
  public static int reapOneOfThisThread() {
    return waitFor(P_ALL, 0, WEXITED | OF_ANY_KIND | OF_THIS_THREAD);
  }

  private static int waitFor(int kind, int id, int options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment info = arena.allocate(SIGINFO_BYTES, 8);
      while (true) {
        int result = (int) WAITID.invokeExact(state, kind, id, info, options);
        if (result == 0) {
          return 0;
        }
        int errno = NativeCall.errno(state);
        if (errno != Errno.EINTR) {
          return -errno;
        }
      }
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Returns the kernel's number of the calling thread. */
  public static int threadId() {
    try (Arena arena = Arena.ofConfined()) {
      return (int) GETTID.invokeExact(NativeCall.state(arena));
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Sends a signal to one process; 0 only asks whether it could be sent. Groups and "all", which
   * numbers below 1 stand for, are refused.
   */
  public static int kill(int pid, int signal) {
    if (pid < 1) {
      return -Errno.EINVAL;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) KILL.invokeExact(state, pid, signal);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * A resource limit; -1 stands for none.
   *
   * @param soft what is enforced
   * @param hard what the process may raise it to
   */
  public record Limit(long soft, long hard) {}

  /** Sets a limit of a process; 0 stands for the calling process. */
  public static int limit(int pid, int resource, Limit limit) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment both = arena.allocateFrom(JAVA_LONG, limit.soft(), limit.hard());
      int result = (int) PRLIMIT.invokeExact(state, pid, resource, both, MemorySegment.NULL);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Returns a limit of a process, 0 standing for the calling one; nothing where it is gone or not
   * ours.
   */
  public static Optional<Limit> limitOf(int pid, int resource) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment both = arena.allocate(JAVA_LONG, 2);
      int result = (int) PRLIMIT.invokeExact(state, pid, resource, MemorySegment.NULL, both);
      return result < 0
          ? Optional.empty()
          : Optional.of(new Limit(both.getAtIndex(JAVA_LONG, 0), both.getAtIndex(JAVA_LONG, 1)));
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Makes this process the parent of its descendants' orphans (PR_SET_CHILD_SUBREAPER, Linux 3.4).
   */
  public static int becomeSubreaper() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) PRCTL.invokeExact(state, PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
