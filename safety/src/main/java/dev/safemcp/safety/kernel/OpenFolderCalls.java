package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens directories without following a link: openat2(2), and before Linux 5.6 component by
 * component with O_NOFOLLOW, which refuses the same links. Thread-safe.
 */
final class OpenFolderCalls {
  private static final int AT_FDCWD = -100;
  private static final int O_CLOEXEC = 0x80000;
  private static final long RESOLVE_NO_SYMLINKS = 0x04;
  private static final long RESOLVE_BENEATH = 0x08;

  /** The same number on every architecture that Linux had when it was added. */
  private static final long SYS_OPENAT2 = 437;

  /** A way that races with renames is tried again so often; openat2(2) says EAGAIN for it. */
  private static final int ATTEMPTS = 16;

  // asm/fcntl.h: the two flags changed places on arm64.
  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final int FOLDER = (ARM ? 0x4000 : 0x10000) | O_CLOEXEC;
  private static final int O_NOFOLLOW = ARM ? 0x8000 : 0x20000;

  private static final MethodHandle SYSCALL =
      NativeCall.bindVariadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private static final MethodHandle OPENAT =
      NativeCall.bindVariadic("openat", 3, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  private final boolean openat2;

  /**
   * Makes the calls.
   *
   * @param openat2 false for a kernel that lacks it
   */
  OpenFolderCalls(boolean openat2) {
    this.openat2 = openat2;
  }

  Folder root(Path root) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return resolved(arena, AT_FDCWD, arena.allocateFrom(root.toString()), RESOLVE_NO_SYMLINKS);
    } catch (CallFailed failure) {
      if (failure.error() != FileError.ENOSYS) {
        throw failure;
      }
    }
    try (Folder top = step(AT_FDCWD, Name.of("/"))) {
      List<Name> path = new ArrayList<>();
      root.forEach(component -> path.add(Name.of(component.toString())));
      return walked(top, path);
    }
  }

  Folder below(Folder base, List<Name> path) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return resolved(
          arena,
          Descriptor.number(base),
          CString.of(arena, path),
          RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    } catch (CallFailed failure) {
      if (failure.error() != FileError.ENOSYS) {
        throw failure;
      }
    }
    return walked(base, path);
  }

  /** Returns a handle of its own on an open folder, with its own position in it. */
  Folder again(Folder folder) throws CallFailed {
    return step(Descriptor.number(folder), Name.of("."));
  }

  private Folder resolved(Arena arena, int base, MemorySegment path, long resolve)
      throws CallFailed {
    if (!openat2) {
      throw new CallFailed("openat2", FileError.ENOSYS);
    }
    MemorySegment how = arena.allocate(24, 8); // struct open_how: flags, mode, resolve
    how.set(JAVA_LONG, 0, FOLDER);
    how.set(JAVA_LONG, 16, resolve);
    MemorySegment state = NativeCall.state(arena);
    for (int attempt = 1; ; attempt++) {
      long result;
      try {
        result = (long) SYSCALL.invokeExact(state, SYS_OPENAT2, base, path, how, 24L);
      } catch (Throwable impossible) {
        throw NativeCall.broken(impossible);
      }
      if (result >= 0) {
        return new Descriptor((int) result);
      }
      FileError error = FileError.of(NativeCall.errno(state));
      if ((error != FileError.EAGAIN && error != FileError.EINTR) || attempt == ATTEMPTS) {
        throw new CallFailed("openat2", error == FileError.EXDEV ? FileError.ELOOP : error);
      }
    }
  }

  private Folder walked(Folder base, List<Name> path) throws CallFailed {
    Folder current = again(base);
    for (Name component : path) {
      try (Folder parent = current) {
        current = stepped(parent, component);
      }
    }
    return current;
  }

  private static Folder stepped(Folder parent, Name component) throws CallFailed {
    try {
      return step(Descriptor.number(parent), component);
    } catch (CallFailed failure) {
      // With O_DIRECTORY a link is ENOTDIR, like a file: lstat tells which.
      if (failure.error() == FileError.ENOTDIR
          && StatCalls.of(parent, component).kind() == Kind.SYMBOLIC_LINK) {
        throw new CallFailed("openat", FileError.ELOOP);
      }
      throw failure;
    }
  }

  private static Folder step(int base, Name name) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result =
            (int) OPENAT.invokeExact(state, base, CString.of(arena, name), FOLDER | O_NOFOLLOW);
      } catch (Throwable impossible) {
        throw NativeCall.broken(impossible);
      }
      if (result < 0) {
        throw new CallFailed("openat", FileError.of(NativeCall.errno(state)));
      }
      return new Descriptor(result);
    }
  }
}
