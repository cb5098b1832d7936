package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.NotificationCalls;
import dev.safemcp.safety.kernel.NotificationCalls.Call;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Decides on the calls that need a look at a file, which neither Landlock nor a filter can take:
 * the filter hands them to this thread, and the caller waits.
 *
 * <ul>
 *   <li>chmod(2), chown(2), utimensat(2) and their kin, see {@link AttributeChange}: without this a
 *       command either changes attributes everywhere or nowhere, and git, tar, touch and many
 *       others do need to. The file is opened here, looked at, and changed here: what the command
 *       swaps meanwhile makes no difference, since the call is never let through. Bits that make a
 *       program run as its owner are refused.
 *   <li>execve(2) of a command that may start others by a grant: the loader has to be startable for
 *       any program to start, and started by itself it starts whatever can be read, files of the
 *       root included. Such a start is refused; under {@link Bubblewrap}, so is that of everything
 *       but the command's program and grants. Here the kernel looks at the path once more, so a
 *       command that changes a link at the right instant could win; it gains no right by it.
 * </ul>
 */
final class Supervisor implements Runnable {
  private final Set<Path> writable;
  private final Map<Integer, String> names = new HashMap<>();
  private final int listener;
  private final Predicate<FileIdentity> startable;

  /**
   * Makes one, to be run on a thread that has no more privilege than a command.
   *
   * @param writable below which files may be changed, real: the root, and what a grant lets some
   *     command write. Which command asks cannot be told here for certain, and what one command may
   *     write is the agent's to change already.
   * @param syscalls which call is which
   * @param listener what the filter gave; closed when no thread under the filter is left
   * @param startable which files may be started
   */
  Supervisor(
      Collection<Path> writable,
      SyscallTable syscalls,
      int listener,
      Predicate<FileIdentity> startable) {
    this.writable = Set.copyOf(writable);
    this.listener = listener;
    this.startable = startable;
    for (String name : AttributeChange.CALLS) {
      syscalls.number(name).ifPresent(number -> names.put(number, name));
    }
  }

  /**
   * Puts the calling thread under a filter whose questions a new supervisor answers. The supervisor
   * is started before the filter is there, so that it is not under it, and is to be after privilege
   * is gone, so that it can do for a command only what the command's user can.
   *
   * @param filter has rules that {@linkplain FilterRule#ask ask}
   * @return not negative on success, else minus errno
   */
  static int superviseThisThread(
      MemorySegment filter,
      Collection<Path> writable,
      SyscallTable syscalls,
      Predicate<FileIdentity> startable) {
    CompletableFuture<Integer> listener = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("supervisor")
        .start(
            () -> {
              int descriptor = listener.join();
              if (descriptor >= 0) {
                new Supervisor(writable, syscalls, descriptor, startable).run();
              }
            });
    int result = -Errno.EACCES;
    try {
      result = SeccompCalls.filterThisThreadWithListener(filter);
    } finally {
      listener.complete(result);
    }
    return result;
  }

  /** Returns what may be started where Landlock decides on all but the loader. */
  static Predicate<FileIdentity> allButLoaders() {
    Set<FileIdentity> loaders = new HashSet<>();
    SystemPlaces.loaders().forEach(loader -> FileIdentity.of(loader).ifPresent(loaders::add));
    return file -> !loaders.contains(file);
  }

  @Override
  public void run() {
    int[] one = {listener};
    NotificationCalls.takeTurns(listener);
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
    String name = names.get(call.number());
    int verdict = -Errno.EPERM;
    boolean letThrough = false;
    try (Caller caller = new Caller(listener, call)) {
      if (name != null) {
        verdict = change(AttributeChange.of(name, call), caller);
      } else {
        verdict = start(caller.openPath(Caller.AT_FDCWD, call.argument(0), 0));
        // Where nothing is, the kernel says so itself.
        letThrough = verdict == 0 || absent(verdict);
        verdict = -Errno.EACCES;
      }
    } catch (RuntimeException | OutOfMemoryError defect) {
      // This call fails; those of all other commands still need somebody who decides.
      letThrough = false;
    }
    if (letThrough) {
      NotificationCalls.letThrough(listener, call);
    } else {
      NotificationCalls.answer(listener, call, verdict);
    }
  }

  private int change(AttributeChange change, Caller caller) {
    return switch (change) {
      case AttributeChange.Refused(int errno) -> -errno;
      case AttributeChange.ByDescriptor(int descriptor, AttributeChange.Deed deed) ->
          changeInside(caller.openDescriptor(descriptor), deed, caller);
      case AttributeChange.ByPath(int folder, long path, int flags, AttributeChange.Deed deed) ->
          changeInside(caller.openPath(folder, path, flags), deed, caller);
    };
  }

  private static boolean absent(int result) {
    return result == -Errno.ENOENT || result == -Errno.ENOTDIR;
  }

  private int changeInside(int file, AttributeChange.Deed deed, Caller caller) {
    if (file < 0) {
      // Whether something is there is no secret; why not otherwise might be.
      return absent(file) || TELLABLE.contains(-file) ? file : -Errno.EPERM;
    }
    try {
      Path place = Files.readSymbolicLink(handle(file));
      return writable.stream().anyMatch(place::startsWith) ? deed.on(file, caller) : -Errno.EACCES;
    } catch (IOException gone) {
      return -Errno.EPERM;
    } finally {
      DescriptorCalls.close(file);
    }
  }

  /** The caller's own mistakes. */
  private static final List<Integer> TELLABLE =
      List.of(Errno.EACCES, Errno.EBADF, Errno.EFAULT, Errno.ELOOP);

  private int start(int file) {
    if (file < 0) {
      return file;
    }
    try {
      return FileIdentity.of(handle(file)).filter(startable).isPresent() ? 0 : -Errno.EACCES;
    } finally {
      DescriptorCalls.close(file);
    }
  }

  private static Path handle(int file) {
    return Path.of("/proc/self/fd/" + file);
  }
}
