package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Starting a process: posix_spawn(3) of glibc 2.34 or later.
 *
 * <p>Stateless and thread-safe.
 */
public final class SpawnCalls {
  private static final short SPAWN_SETSIGDEF = 0x04;
  private static final short SPAWN_SETSIGMASK = 0x08;
  private static final short SPAWN_SETSID = 0x80;
  private static final int O_RDONLY = 0;
  private static final int O_WRONLY = 1;

  /** The descriptor as which a process gets the file that it is handed. */
  public static final int HANDED = 3;

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
  private static final MethodHandle ADD_OPEN =
      NativeCall.bind(
          "posix_spawn_file_actions_addopen",
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          JAVA_INT);
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

  private SpawnCalls() {}

  /**
   * What to start, and with what.
   *
   * @param program absolute; one of a bounded number, see {@link ProgramPaths}
   * @param argv the name it is called by and its arguments; no NUL, no lone surrogate
   * @param environment all of its environment, each as NAME=value
   * @param folder a descriptor of its working directory
   * @param stdin a descriptor
   * @param stdout a descriptor
   * @param stderr a descriptor
   * @param gate a descriptor of {@link LeaseCalls#gate} before which the process waits until it is
   *     opened, or negative for none
   * @param handed a file that the process gets as descriptor {@value #HANDED}, open for reading
   *     from its beginning, or negative for none
   */
  public record Spawn(
      String program,
      List<String> argv,
      List<String> environment,
      int folder,
      int stdin,
      int stdout,
      int stderr,
      int gate,
      int handed) {
    public Spawn {
      argv = List.copyOf(argv);
      environment = List.copyOf(environment);
    }

    /** Describes a start that hands no file. */
    public Spawn(
        String program,
        List<String> argv,
        List<String> environment,
        int folder,
        int stdin,
        int stdout,
        int stderr,
        int gate) {
      this(program, argv, environment, folder, stdin, stdout, stderr, gate, -1);
    }

    /** Returns the same with another program, which is to start this one. */
    public Spawn through(String launcher, List<String> launcherArgv, int launcherHanded) {
      return new Spawn(
          launcher, launcherArgv, environment, folder, stdin, stdout, stderr, gate, launcherHanded);
    }
  }

  /**
   * Starts a process in a session of its own, with default signal handling, an empty signal mask
   * and no descriptor beyond the three and what it is handed. It inherits what the calling thread
   * is confined by.
   *
   * @return its pid, or minus errno
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
          if (spawn.gate() >= 0) {
            MemorySegment path = arena.allocateFrom(LeaseCalls.path(spawn.gate()));
            fault |= (int) ADD_OPEN.invokeExact(state, actions, HANDED, path, O_WRONLY, 0);
          }
          int first = HANDED;
          if (spawn.handed() >= 0) {
            // Opened anew, since starts side by side would share one position in it.
            MemorySegment path = arena.allocateFrom("/proc/self/fd/" + spawn.handed());
            fault |= (int) ADD_OPEN.invokeExact(state, actions, HANDED, path, O_RDONLY, 0);
            first++;
          }
          fault |= (int) ADD_CLOSEFROM.invokeExact(state, actions, first);
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
          MemorySegment environment = strings(arena, spawn.environment());
          fault =
              (int)
                  SPAWN.invokeExact(
                      state,
                      pid,
                      ProgramPaths.of(spawn.program()),
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
}
