package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Any system call by its number, for tests that try what no code of ours would. */
public final class RawCalls {
  private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
  private static final MethodHandle SYSCALL =
      NativeCall.bindVariadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
          JAVA_LONG);

  private RawCalls() {}

  /** Calls it on this thread; not negative on success, else minus errno. */
  public static long call(int number, long... arguments) {
    long[] all = java.util.Arrays.copyOf(arguments, 5);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result =
          (long) SYSCALL.invokeExact(state, (long) number, all[0], all[1], all[2], all[3], all[4]);
      return result < 0 ? -NativeCall.errno(state) : result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Makes the calling thread, and no other, one of an ordinary user without groups: the kernel
   * keeps identities per thread, and only the C library's functions change all of them.
   */
  public static void becomeOrdinaryUser(int id) {
    require(call(ARM ? 159 : 116, 0, 0)); // setgroups
    require(call(ARM ? 149 : 119, id, id, id)); // setresgid
    require(call(ARM ? 147 : 117, id, id, id)); // setresuid
  }

  private static void require(long result) {
    if (result < 0) {
      throw new IllegalStateException("error " + -result);
    }
  }
}
