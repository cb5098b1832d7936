package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * System calls that a filter hands to a supervisor instead of the kernel (seccomp_unotify(2), Linux
 * 5.0).
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class NotificationCalls {
  // linux/seccomp.h: _IOWR('!', 0, struct seccomp_notif) and so on.
  private static final long RECEIVE = 0xc050_2100L;
  private static final long SEND = 0xc018_2101L;
  private static final long IS_VALID = 0x4008_2102L;
  private static final long SET_FLAGS = 0x4008_2104L;
  private static final long SYNC_WAKE_UP = 1;
  private static final int CONTINUE = 1;
  private static final long CALL_BYTES = 80;
  private static final long ANSWER_BYTES = 24;

  private static final MethodHandle IOCTL =
      NativeCall.bindVariadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle OPENAT2 =
      NativeCall.bindVariadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private static final long SYS_OPENAT2 = 437;
  private static final long O_PATH_CLOEXEC = 0x28_0000;
  private static final long O_NOFOLLOW =
      System.getProperty("os.arch").equals("aarch64") ? 0x8000 : 0x20000;
  private static final long RESOLVE_NO_MAGICLINKS = 0x02;

  private NotificationCalls() {}

  /**
   * A call that waits for its answer.
   *
   * @param id names it
   * @param thread the kernel's number of the calling thread
   * @param number which call
   * @param arguments all six
   */
  public record Call(long id, int thread, int number, List<Long> arguments) {
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** Returns one argument. */
    public long argument(int index) {
      return arguments.get(index);
    }
  }

  /**
   * Waits for a call.
   *
   * @param listener what {@link SeccompCalls#filterThisThreadWithListener} gave
   * @return the call, or one with the number -1 where its thread is gone already
   */
  public static Call receive(int listener) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment call = arena.allocate(CALL_BYTES, 8);
      if ((int) IOCTL.invokeExact(NativeCall.state(arena), listener, RECEIVE, call) < 0) {
        return new Call(0, 0, -1, List.of());
      }
      List<Long> arguments = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        arguments.add(call.get(JAVA_LONG, 32 + 8L * i));
      }
      return new Call(
          call.get(JAVA_LONG, 0), call.get(JAVA_INT, 8), call.get(JAVA_INT, 16), arguments);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Tells the kernel that caller and supervisor take turns, so that it runs one right after the
   * other; where it cannot be told (before Linux 6.6) answers only take longer.
   */
  public static void takeTurns(int listener) {
    try (Arena arena = Arena.ofConfined()) {
      // The value itself, where other requests have an address.
      MemorySegment flags = MemorySegment.ofAddress(SYNC_WAKE_UP);
      int ignored = (int) IOCTL.invokeExact(NativeCall.state(arena), listener, SET_FLAGS, flags);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /** Returns whether the thread still waits: what was opened by its number was its own. */
  public static boolean isWaiting(int listener, Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment id = arena.allocateFrom(JAVA_LONG, call.id());
      return (int) IOCTL.invokeExact(NativeCall.state(arena), listener, IS_VALID, id) == 0;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Answers a call.
   *
   * @param result 0, or minus errno
   */
  public static void answer(int listener, Call call, int result) {
    send(listener, call, result, 0);
  }

  /**
   * Lets the kernel perform a call (Linux 5.5). It reads the arguments again, so this is no border:
   * another thread of the caller may have changed them.
   */
  public static void letThrough(int listener, Call call) {
    send(listener, call, 0, CONTINUE);
  }

  private static void send(int listener, Call call, int result, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(ANSWER_BYTES, 8);
      answer.set(JAVA_LONG, 0, call.id());
      answer.set(JAVA_INT, 16, result);
      answer.set(JAVA_INT, 20, flags);
      int ignored = (int) IOCTL.invokeExact(NativeCall.state(arena), listener, SEND, answer);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Opens a file as a handle only, its links followed, but none of those of /proc that lead past
   * every path (openat2(2)).
   *
   * @param base a descriptor of a folder from which a relative path is resolved
   * @param path a C string
   * @param follow whether a link as its last name is followed; else the handle is of the link
   */
  public static int openPlace(int base, MemorySegment path, boolean follow) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment how = arena.allocate(24, 8); // struct open_how: flags, mode, resolve
      how.set(JAVA_LONG, 0, follow ? O_PATH_CLOEXEC : O_PATH_CLOEXEC | O_NOFOLLOW);
      how.set(JAVA_LONG, 16, RESOLVE_NO_MAGICLINKS);
      long result = (long) OPENAT2.invokeExact(state, SYS_OPENAT2, base, path, how, 24L);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
