package dev.safemcp.safety.sandbox;

import static dev.safemcp.safety.sandbox.Caller.AT_EMPTY_PATH;
import static dev.safemcp.safety.sandbox.Caller.AT_FDCWD;
import static dev.safemcp.safety.sandbox.Caller.AT_SYMLINK_NOFOLLOW;

import dev.safemcp.safety.kernel.AttributeCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.NotificationCalls.Call;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * A change of a file's mode, owner or times that a command asks for: of which file, and what.
 *
 * <p>Landlock has no right for any of them, by path or by descriptor, and all that a user owns can
 * be changed so: files beside the root, and what may only be read. For root that is the C library
 * and /dev/null. An owner alone, set to what it is, takes the set-id bits from sudo.
 */
sealed interface AttributeChange {
  /** What is done to the file, once it is known to be one that may be changed. */
  @FunctionalInterface
  interface Deed {
    /** Returns 0 or minus errno. */
    int on(int handle, Caller caller);
  }

  /** The file that a path names. */
  record ByPath(int folder, long path, int flags, Deed deed) implements AttributeChange {}

  /** The file that a descriptor of the caller is of. */
  record ByDescriptor(int descriptor, Deed deed) implements AttributeChange {}

  /** It is refused whatever the file is. */
  record Refused(int errno) implements AttributeChange {}

  /** The calls that are one, on any architecture. */
  List<String> CALLS =
      List.of(
          "chmod",
          "fchmod",
          "fchmodat",
          "fchmodat2",
          "chown",
          "lchown",
          "fchown",
          "fchownat",
          "utime",
          "utimes",
          "futimesat",
          "utimensat");

  int SET_ID_BITS = 06000;

  /** A unit of time in a caller's memory, by how many nanoseconds its fraction counts. */
  long NO_FRACTION = 0;

  long MICROSECONDS = 1000;
  long NANOSECONDS = 1;

  /**
   * Reads a call.
   *
   * @param name one of {@link #CALLS}
   */
  static AttributeChange of(String name, Call call) {
    long first = call.argument(0);
    long second = call.argument(1);
    long third = call.argument(2);
    return switch (name) {
      case "chmod" -> mode(AT_FDCWD, first, second, 0);
      case "fchmod" -> setsId(second) ? new Refused(Errno.EPERM) : of(first, changeMode(second));
      case "fchmodat" -> mode((int) first, second, third, 0);
      case "fchmodat2" -> mode((int) first, second, third, (int) call.argument(3));
      case "chown" -> path(AT_FDCWD, first, 0, changeOwner(second, third));
      case "lchown" -> path(AT_FDCWD, first, AT_SYMLINK_NOFOLLOW, changeOwner(second, third));
      case "fchown" -> of(first, changeOwner(second, third));
      case "fchownat" ->
          path((int) first, second, (int) call.argument(4), changeOwner(third, call.argument(3)));
      case "utime" -> path(AT_FDCWD, first, 0, changeTimes(second, NO_FRACTION));
      case "utimes" -> path(AT_FDCWD, first, 0, changeTimes(second, MICROSECONDS));
      case "futimesat" ->
          second == 0
              ? of(first, changeTimes(third, MICROSECONDS))
              : path((int) first, second, 0, changeTimes(third, MICROSECONDS));
      case "utimensat" ->
          second == 0
              ? of(first, changeTimes(third, NANOSECONDS))
              : path((int) first, second, (int) call.argument(3), changeTimes(third, NANOSECONDS));
      default -> new Refused(Errno.EPERM);
    };
  }

  private static AttributeChange mode(int folder, long path, long mode, int flags) {
    return setsId(mode) ? new Refused(Errno.EPERM) : path(folder, path, flags, changeMode(mode));
  }

  private static AttributeChange path(int folder, long path, int flags, Deed deed) {
    return (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) == 0
        ? new ByPath(folder, path, flags, deed)
        : new Refused(Errno.EINVAL);
  }

  private static AttributeChange of(long descriptor, Deed deed) {
    return new ByDescriptor((int) descriptor, deed);
  }

  /** A file with these bits runs as its owner for whoever finds it, long after the command. */
  private static boolean setsId(long mode) {
    return (mode & SET_ID_BITS) != 0;
  }

  private static Deed changeMode(long mode) {
    return (handle, caller) -> AttributeCalls.changeMode(handle, (int) mode & 07777);
  }

  private static Deed changeOwner(long user, long group) {
    return (handle, caller) -> AttributeCalls.changeOwner(handle, (int) user, (int) group);
  }

  private static Deed changeTimes(long from, long unit) {
    return (handle, caller) -> {
      if (from == 0) {
        return AttributeCalls.changeTimes(handle, MemorySegment.NULL);
      }
      try (Arena arena = Arena.ofConfined()) {
        // struct utimbuf, two of struct timeval, or two of struct timespec: all of longs.
        MemorySegment given = arena.allocate(unit == NO_FRACTION ? 16 : 32, 8);
        int read = caller.read(from, given);
        if (read < 0) {
          return read;
        }
        MemorySegment times = arena.allocate(32, 8);
        for (int i = 0; i < 2; i++) {
          long fraction = unit == NO_FRACTION ? 0 : number(given, 2 * i + 1);
          if (unit == MICROSECONDS && (fraction < 0 || fraction >= 1_000_000)) {
            return -Errno.EINVAL;
          }
          times.setAtIndex(
              ValueLayout.JAVA_LONG, 2L * i, number(given, unit == NO_FRACTION ? i : 2 * i));
          times.setAtIndex(ValueLayout.JAVA_LONG, 2L * i + 1, fraction * unit);
        }
        return AttributeCalls.changeTimes(handle, times);
      }
    };
  }

  private static long number(MemorySegment numbers, int index) {
    return numbers.getAtIndex(ValueLayout.JAVA_LONG, index);
  }
}
