package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.NotificationCalls;
import dev.safemcp.safety.kernel.NotificationCalls.Call;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Decides on the calls that need a look at a path, which neither Landlock nor a filter can take:
 * the filter hands them to this thread, and the caller waits.
 *
 * <ul>
 *   <li>chmod(2) and its kin: Landlock has no right for them, so without this a command either
 *       changes modes everywhere or nowhere, and git, tar and many others do need to. The file is
 *       opened here, looked at, and changed here: what the command swaps meanwhile makes no
 *       difference, since the call is never let through. Bits that make a program run as its owner
 *       are refused.
 *   <li>execve(2) of a command that may start others by a grant: the loader has to be startable for
 *       any program to start, and started by itself it starts whatever can be read, files of the
 *       root included. Such a start is refused. Here the kernel looks at the path once more, so a
 *       command that changes a link at the right instant could win; it gains no right by it.
 * </ul>
 */
final class Supervisor implements Runnable {
  private static final int AT_FDCWD = -100;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int SET_ID_BITS = 06000;

  private final Path root;
  private final SyscallTable syscalls;
  private final int listener;
  private final Set<Object> loaders;

  /**
   * Makes one, to be run on a thread that has no more privilege than a command.
   *
   * @param root the jail's root
   * @param syscalls which call is which
   * @param listener what the filter gave; closed when no thread under the filter is left
   */
  Supervisor(Path root, SyscallTable syscalls, int listener) {
    this.root = root;
    this.syscalls = syscalls;
    this.listener = listener;
    this.loaders = new HashSet<>();
    for (Path loader : SystemPlaces.loaders()) {
      try {
        loaders.add(key(loader));
      } catch (IOException absent) {
        // Then nothing can start it.
      }
    }
  }

  @Override
  public void run() {
    int[] one = {listener};
    try {
      while (true) {
        boolean[] ignored = DescriptorCalls.awaitReadable(one, -1);
        if (DescriptorCalls.awaitAbandoned(one, 0)[0]) {
          return;
        }
        Call call = NotificationCalls.receive(listener);
        if (call.number() >= 0) {
          decide(call);
        }
      }
    } finally {
      // Whoever waits then hears that the kernel has no such call.
      DescriptorCalls.close(listener);
    }
  }

  private void decide(Call call) {
    if (is(call, "execve")) {
      int verdict = onFile(call, AT_FDCWD, call.argument(0), 0, this::start);
      if (verdict == 0 || absent(verdict)) {
        // Where nothing is, the kernel says so itself.
        NotificationCalls.letThrough(listener, call);
      } else {
        NotificationCalls.answer(listener, call, -Errno.EACCES);
      }
    } else {
      NotificationCalls.answer(listener, call, changeMode(call));
    }
  }

  private int changeMode(Call call) {
    if (is(call, "chmod")) {
      return changeMode(call, AT_FDCWD, call.argument(0), call.argument(1), 0);
    }
    if (is(call, "fchmodat")) {
      return changeMode(call, (int) call.argument(0), call.argument(1), call.argument(2), 0);
    }
    if (is(call, "fchmodat2")) {
      int flags = (int) call.argument(3);
      return changeMode(call, (int) call.argument(0), call.argument(1), call.argument(2), flags);
    }
    return -Errno.EPERM;
  }

  private boolean is(Call call, String name) {
    return syscalls.number(name).orElse(-1) == call.number();
  }

  private int changeMode(Call call, int folder, long path, long mode, int flags) {
    if ((mode & SET_ID_BITS) != 0) {
      return -Errno.EPERM;
    }
    if ((flags & ~AT_EMPTY_PATH) != 0) {
      // Not to follow a link: no file system here has modes of links.
      return -Errno.EOPNOTSUPP;
    }
    int result = onFile(call, folder, path, flags, file -> changeModeInside(file, (int) mode));
    // Whether something is there is no secret; why not otherwise might be.
    return result >= 0 || absent(result) || result == -Errno.EACCES ? result : -Errno.EPERM;
  }

  private static boolean absent(int result) {
    return result == -Errno.ENOENT || result == -Errno.ENOTDIR;
  }

  /** Opens what the caller named, as it sees it, and does a deed on the handle. */
  private int onFile(Call call, int folder, long path, int flags, IntUnaryOperator deed) {
    String process = "/proc/" + call.thread();
    int base =
        DescriptorCalls.openPlace(
            folder == AT_FDCWD ? process + "/cwd" : process + "/fd/" + folder);
    int memory = DescriptorCalls.openForReading(process + "/mem");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(CallerMemory.LONGEST_PATH);
      int length = memory < 0 ? memory : CallerMemory.readString(memory, path, name);
      if (!NotificationCalls.isWaiting(listener, call)) {
        return -Errno.EPERM;
      }
      if (length < 0) {
        return length;
      }
      if (length == 0 && (flags & AT_EMPTY_PATH) != 0) {
        return base < 0 ? base : deed.applyAsInt(base);
      }
      // An absolute path needs no folder, and openat2(2) does not look at one.
      int file = NotificationCalls.openPlace(base, name);
      try {
        return file < 0 ? file : deed.applyAsInt(file);
      } finally {
        DescriptorCalls.close(file);
      }
    } finally {
      DescriptorCalls.close(memory);
      DescriptorCalls.close(base);
    }
  }

  private int changeModeInside(int file, int mode) {
    try {
      return Files.readSymbolicLink(handle(file)).startsWith(root)
          ? NotificationCalls.changeMode(file, mode & 07777)
          : -Errno.EACCES;
    } catch (IOException gone) {
      return -Errno.EPERM;
    }
  }

  private int start(int file) {
    try {
      return loaders.contains(key(handle(file))) ? -Errno.EACCES : 0;
    } catch (IOException gone) {
      return -Errno.EACCES;
    }
  }

  private static Path handle(int file) {
    return Path.of("/proc/self/fd/" + file);
  }

  /** Returns what tells a file from every other: its device and inode. */
  private static Object key(Path file) throws IOException {
    return Files.getAttribute(file, "unix:dev") + ":" + Files.getAttribute(file, "unix:ino");
  }
}
