package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Giving up privilege, per thread and for good: no_new_privs and capabilities (prctl(2), capset(2),
 * capabilities(7)).
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class PrivilegeCalls {
  private static final int PR_SET_SECUREBITS = 28;
  private static final int PR_SET_NO_NEW_PRIVS = 38;

  /** SECBIT_NOROOT and its lock. */
  private static final long ROOT_IS_NOBODY = 3;

  /** _LINUX_CAPABILITY_VERSION_3: sets of 64 bits, as two structures. */
  private static final int VERSION = 0x2008_0522;

  private static final int SETS_BYTES = 24;

  /** The bit of CAP_SETFCAP. */
  private static final int SETFCAP = 1 << 31;

  private static final MethodHandle PRCTL =
      NativeCall.bindVariadic(
          "prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CAPGET = NativeCall.bind("capget", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle CAPSET = NativeCall.bind("capset", JAVA_INT, ADDRESS, ADDRESS);

  private PrivilegeCalls() {}

  /**
   * Sets no_new_privs (Linux 3.5): from now on no program that this thread or its children start
   * gains a privilege by set-user-ID or file capabilities, nor does root by being root.
   */
  public static int noNewPrivileges() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result = (int) PRCTL.invokeExact(state, PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Empties the calling thread's permitted, effective and inheritable sets, and with them the
   * ambient one. With no_new_privs no program brings them back, root's own included; where it may,
   * the thread also gives up that root gains capabilities by starting a program (SECBIT_NOROOT).
   */
  public static int dropCapabilities() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      // EPERM for whoever has no capability to begin with.
      int ignored = (int) PRCTL.invokeExact(state, PR_SET_SECUREBITS, ROOT_IS_NOBODY, 0L, 0L, 0L);
      MemorySegment header = arena.allocateFrom(JAVA_INT, VERSION, 0);
      int result = (int) CAPSET.invokeExact(state, header, arena.allocate(SETS_BYTES, 4));
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * The same, but for CAP_SETFCAP where the thread has it: root needs it to map itself into a
   * namespace of users that it makes (user_namespaces(7), Linux 5.12).
   */
  public static int dropCapabilitiesButMapping() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment header = arena.allocateFrom(JAVA_INT, VERSION, 0);
      MemorySegment sets = arena.allocate(SETS_BYTES, 4);
      // struct __user_cap_data_struct: effective, permitted, inheritable.
      sets.setAtIndex(JAVA_INT, 0, SETFCAP);
      sets.setAtIndex(JAVA_INT, 1, SETFCAP);
      int result = (int) CAPSET.invokeExact(state, header, sets);
      return result < 0 ? dropCapabilities() : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Returns whether the calling thread has a capability that it could use or take. */
  public static boolean hasCapabilities() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment header = arena.allocateFrom(JAVA_INT, VERSION, 0);
      MemorySegment sets = arena.allocate(SETS_BYTES, 4);
      if ((int) CAPGET.invokeExact(state, header, sets) < 0) {
        return true;
      }
      return sets.mismatch(arena.allocate(SETS_BYTES, 4)) >= 0;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
