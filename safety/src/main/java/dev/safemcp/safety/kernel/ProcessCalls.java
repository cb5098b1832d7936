package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starting, waiting for and ending processes: posix_spawn(3), waitpid(2), kill(2), prlimit(2),
 * prctl(2), pidfd_open(2).
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
  public static final int RLIMIT_MSGQUEUE = 12;

  public static final int SIGKILL = 9;
  public static final int SIGSTOP = 19;

  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;
  private static final long SYS_PIDFD_OPEN = 434;
  private static final short SPAWN_SETSIGDEF = 0x04;
  private static final short SPAWN_SETSIGMASK = 0x08;
  private static final short SPAWN_SETSID = 0x80;

  /** Room for either of glibc's opaque structures, on any of its architectures. */
  private static final long OPAQUE = 1024;

  private static final long SIGSET_BYTES = 128;

  private static final MethodHandle SPAWN =
      NativeCall.bind(
          "posix_spawn", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle ACTIONS_INIT =
      NativeCall.bind("posix_spawn_file_actions_init", JAVA_INT, ADDRESS);
  private static final MethodHandle ACTIONS_DESTROY =
      NativeCall.bind("posix_spawn_file_actions_destroy", JAVA_INT, ADDRESS);
  private static final MethodHandle ADD_DUP2 =
      NativeCall.bind("posix_spawn_file_actions_adddup2", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle ADD_FCHDIR =
      NativeCall.bind("posix_spawn_file_actions_addfchdir_np", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle ADD_CLOSEFROM =
      NativeCall.bind("posix_spawn_file_actions_addclosefrom_np", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle ATTR_INIT =
      NativeCall.bind("posix_spawnattr_init", JAVA_INT, ADDRESS);
  private static final MethodHandle ATTR_DESTROY =
      NativeCall.bind("posix_spawnattr_destroy", JAVA_INT, ADDRESS);
  private static final MethodHandle ATTR_FLAGS =
      NativeCall.bind("posix_spawnattr_setflags", JAVA_INT, ADDRESS, JAVA_SHORT);
  private static final MethodHandle ATTR_SIGDEFAULT =
      NativeCall.bind("posix_spawnattr_setsigdefault", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle ATTR_SIGMASK =
      NativeCall.bind("posix_spawnattr_setsigmask", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle WAITPID =
      NativeCall.bind("waitpid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle KILL = NativeCall.bind("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle PRLIMIT =
      NativeCall.bind("prlimit", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle PRCTL =
      NativeCall.bindVariadic(
          "prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SYSCALL =
      NativeCall.bindVariadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private ProcessCalls() {}

  /**
   * What to start, and with what.
   *
   * @param program absolute
   * @param argv the name it is called by and its arguments
   * @param environment all of its environment
   * @param folder a descriptor of its working directory
   * @param stdin a descriptor
   * @param stdout a descriptor
   * @param stderr a descriptor
   */
  public record Spawn(
      String program,
      List<String> argv,
      Map<String, String> environment,
      int folder,
      int stdin,
      int stdout,
      int stderr) {
    public Spawn {
      argv = List.copyOf(argv);
      environment = Map.copyOf(environment);
    }
  }

  /**
   * Starts a process in a session of its own, with default signal handling, an empty signal mask
   * and no descriptor beyond the three. It inherits what the calling thread is confined by.
   *
   * @return its pid
   */
  public static int spawn(Spawn spawn) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(OPAQUE, 16);
      MemorySegment attributes = arena.allocate(OPAQUE, 16);
      MemorySegment state = NativeCall.state(arena);
      MemorySegment every = arena.allocate(SIGSET_BYTES, 8).fill((byte) 0xFF);
      MemorySegment none = arena.allocate(SIGSET_BYTES, 8);
      MemorySegment pid = arena.allocate(JAVA_INT);
      int fault = (int) ACTIONS_INIT.invokeExact(state, actions);
      if (fault != 0) {
        return -fault;
      }
      try {
        fault = (int) ATTR_INIT.invokeExact(state, attributes);
        if (fault != 0) {
          return -fault;
        }
        try {
          fault |= (int) ADD_FCHDIR.invokeExact(state, actions, spawn.folder());
          fault |= (int) ADD_DUP2.invokeExact(state, actions, spawn.stdin(), 0);
          fault |= (int) ADD_DUP2.invokeExact(state, actions, spawn.stdout(), 1);
          fault |= (int) ADD_DUP2.invokeExact(state, actions, spawn.stderr(), 2);
          fault |= (int) ADD_CLOSEFROM.invokeExact(state, actions, 3);
          fault |= (int) ATTR_SIGDEFAULT.invokeExact(state, attributes, every);
          fault |= (int) ATTR_SIGMASK.invokeExact(state, attributes, none);
          fault |=
              (int)
                  ATTR_FLAGS.invokeExact(
                      state,
                      attributes,
                      (short) (SPAWN_SETSIGDEF | SPAWN_SETSIGMASK | SPAWN_SETSID));
          if (fault != 0) {
            return -fault;
          }
          MemorySegment argv = strings(arena, spawn.argv());
          MemorySegment environment =
              strings(
                  arena,
                  spawn.environment().entrySet().stream()
                      .map(entry -> entry.getKey() + "=" + entry.getValue())
                      .sorted()
                      .toList());
          fault =
              (int)
                  SPAWN.invokeExact(
                      state,
                      pid,
                      arena.allocateFrom(spawn.program()),
                      actions,
                      attributes,
                      argv,
                      environment);
          return fault == 0 ? pid.get(JAVA_INT, 0) : -fault;
        } finally {
          int ignored = (int) ATTR_DESTROY.invokeExact(state, attributes);
        }
      } finally {
        int ignored = (int) ACTIONS_DESTROY.invokeExact(state, actions);
      }
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  private static MemorySegment strings(Arena arena, List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }

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
        int reaped = (int) WAITPID.invokeExact(state, pid, status, block ? 0 : WNOHANG);
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

  /** Sends a signal. */
  public static int kill(int pid, int signal) {
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

  /** Returns a descriptor that becomes readable when a child ends (Linux 5.3), closed on exec. */
  public static int descriptorOf(int pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result = (long) SYSCALL.invokeExact(state, SYS_PIDFD_OPEN, (long) pid, 0L);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
