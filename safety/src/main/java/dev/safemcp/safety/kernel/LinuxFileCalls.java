package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * {@link FileCalls} by the Linux kernel: openat2(2), renameat2(2) and the calls that end in {@code
 * at}. Thread-safe.
 *
 * <p>Before Linux 5.6 there is no openat2; the way is then walked component by component with
 * O_NOFOLLOW, which refuses the same links.
 */
public final class LinuxFileCalls implements FileCalls {
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_REMOVEDIR = 0x200;
  private static final int AT_NO_AUTOMOUNT = 0x800;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int O_CLOEXEC = 0x80000;
  private static final int RENAME_NOREPLACE = 1;
  private static final long RESOLVE_NO_SYMLINKS = 0x04;
  private static final long RESOLVE_BENEATH = 0x08;

  /** The same number on every architecture that Linux had when it was added. */
  private static final long SYS_OPENAT2 = 437;

  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_BTIME = 0x800;
  private static final int STATX_BYTES = 256;
  private static final int ENTRIES_BYTES = 64 * 1024;

  /** A way that races with renames is tried again so often, openat2(2) says EAGAIN for it. */
  private static final int ATTEMPTS = 16;

  private final int openFolder;
  private final int noFollow;
  private final MethodHandle syscall;
  private final MethodHandle openat;
  private final MethodHandle close;
  private final MethodHandle statx;
  private final MethodHandle getdents;
  private final MethodHandle renameat2;
  private final MethodHandle renameat;
  private final MethodHandle linkat;
  private final MethodHandle unlinkat;
  private final MethodHandle mkdirat;
  private final MethodHandle fsync;

  private final boolean openat2;

  private LinuxFileCalls(boolean arm, boolean openat2) {
    this.openat2 = openat2;
    // asm/fcntl.h: the two flags changed places on arm64.
    openFolder = (arm ? 0x4000 : 0x10000) | O_CLOEXEC;
    noFollow = arm ? 0x8000 : 0x20000;
    syscall =
        NativeCall.bindVariadic(
            "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
    openat = NativeCall.bindVariadic("openat", 3, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    close = NativeCall.bind("close", JAVA_INT, JAVA_INT);
    statx = NativeCall.bind("statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    // musl has one name for both widths.
    String entries =
        Linker.nativeLinker().defaultLookup().find("getdents64").isPresent()
            ? "getdents64"
            : "getdents";
    getdents = NativeCall.bind(entries, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    renameat2 =
        NativeCall.bind("renameat2", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
    renameat = NativeCall.bind("renameat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    linkat = NativeCall.bind("linkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
    unlinkat = NativeCall.bind("unlinkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    mkdirat = NativeCall.bind("mkdirat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    fsync = NativeCall.bind("fsync", JAVA_INT, JAVA_INT);
  }

  /** Binds the calls; empty off Linux on x86-64 and arm64, or with a C library that lacks one. */
  public static Optional<FileCalls> bind() {
    return bind(true);
  }

  /**
   * Binds the calls.
   *
   * @param openat2 false for a kernel that lacks it
   */
  static Optional<FileCalls> bind(boolean openat2) {
    String architecture = System.getProperty("os.arch", "");
    boolean arm = architecture.equals("aarch64");
    if (!System.getProperty("os.name", "").equals("Linux")
        || !(arm || architecture.equals("amd64"))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new LinuxFileCalls(arm, openat2));
    } catch (NoSuchElementException lacking) {
      return Optional.empty();
    }
  }

  /** A file descriptor that is closed once, so that a later owner of the number is never hit. */
  private final class Descriptor implements Folder {
    private final int number;
    private boolean open = true;

    Descriptor(int number) {
      this.number = number;
    }

    @Override
    public synchronized void close() {
      if (open) {
        open = false;
        try (Arena arena = Arena.ofConfined()) {
          int ignored = (int) close.invokeExact(NativeCall.state(arena), number);
        } catch (Throwable defect) {
          throw defect(defect);
        }
      }
    }
  }

  @Override
  public Optional<String> weakness() {
    return Optional.empty();
  }

  @Override
  public Folder openRoot(Path root) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return openResolved(arena, -100, arena.allocateFrom(root.toString()), RESOLVE_NO_SYMLINKS);
    } catch (CallFailed failure) {
      if (failure.error() != FileError.ENOSYS) {
        throw failure;
      }
    }
    try (Folder top = openStep(-100, Name.of("/"))) {
      List<Name> path = new java.util.ArrayList<>();
      root.forEach(component -> path.add(Name.of(component.toString())));
      return walk(top, path);
    }
  }

  @Override
  public Folder open(Folder base, List<Name> path) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return openResolved(
          arena, number(base), joined(arena, path), RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    } catch (CallFailed failure) {
      if (failure.error() != FileError.ENOSYS) {
        throw failure;
      }
    }
    return walk(base, path);
  }

  private Folder openResolved(Arena arena, int base, MemorySegment path, long resolve)
      throws CallFailed {
    if (!openat2) {
      throw new CallFailed("openat2", FileError.ENOSYS);
    }
    MemorySegment how = arena.allocate(24, 8); // struct open_how: flags, mode, resolve
    how.set(JAVA_LONG, 0, openFolder);
    how.set(JAVA_LONG, 16, resolve);
    MemorySegment state = NativeCall.state(arena);
    for (int attempt = 1; ; attempt++) {
      long result;
      try {
        result = (long) syscall.invokeExact(state, SYS_OPENAT2, base, path, how, 24L);
      } catch (Throwable defect) {
        throw defect(defect);
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

  private Folder walk(Folder base, List<Name> path) throws CallFailed {
    Folder current = openStep(number(base), Name.of("."));
    for (Name component : path) {
      try (Folder parent = current) {
        current = openWalked(parent, component);
      }
    }
    return current;
  }

  private Folder openWalked(Folder parent, Name component) throws CallFailed {
    try {
      return openStep(number(parent), component);
    } catch (CallFailed failure) {
      // With O_DIRECTORY a link is ENOTDIR, like a file: lstat tells which.
      if (failure.error() == FileError.ENOTDIR
          && stat(parent, component).kind() == Kind.SYMBOLIC_LINK) {
        throw new CallFailed("openat", FileError.ELOOP);
      }
      throw failure;
    }
  }

  private Folder openStep(int base, Name name) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result = (int) openat.invokeExact(state, base, segment(arena, name), openFolder | noFollow);
      } catch (Throwable defect) {
        throw defect(defect);
      }
      if (result < 0) {
        throw new CallFailed("openat", FileError.of(NativeCall.errno(state)));
      }
      return new Descriptor(result);
    }
  }

  @Override
  public FileFacts stat(Folder folder) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return stat(arena, number(folder), arena.allocate(1), AT_EMPTY_PATH);
    }
  }

  @Override
  public FileFacts stat(Folder folder, Name name) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return stat(arena, number(folder), segment(arena, name), AT_SYMLINK_NOFOLLOW);
    }
  }

  private FileFacts stat(Arena arena, int folder, MemorySegment name, int flags) throws CallFailed {
    MemorySegment state = NativeCall.state(arena);
    MemorySegment facts = arena.allocate(STATX_BYTES, 8);
    int result;
    try {
      result =
          (int)
              statx.invokeExact(
                  state,
                  folder,
                  name,
                  flags | AT_NO_AUTOMOUNT,
                  STATX_BASIC_STATS | STATX_BTIME,
                  facts);
    } catch (Throwable defect) {
      throw defect(defect);
    }
    check("statx", result, state);
    // struct statx of linux/stat.h; its layout is the same on every architecture.
    int mode = facts.get(ValueLayout.JAVA_SHORT, 28) & 0xf000;
    Kind kind =
        switch (mode) {
          case 0x8000 -> Kind.REGULAR_FILE;
          case 0x4000 -> Kind.DIRECTORY;
          case 0xa000 -> Kind.SYMBOLIC_LINK;
          default -> Kind.OTHER;
        };
    long device =
        ((long) facts.get(JAVA_INT, 136) << 32) | (facts.get(JAVA_INT, 140) & 0xffff_ffffL);
    boolean bornKnown = (facts.get(JAVA_INT, 0) & STATX_BTIME) != 0;
    return new FileFacts(
        kind,
        facts.get(JAVA_LONG, 40),
        nanoseconds(facts, 112),
        device,
        facts.get(JAVA_LONG, 32),
        bornKnown ? nanoseconds(facts, 80) : 0,
        facts.get(JAVA_INT, 16) & 0xffff_ffffL);
  }

  private static long nanoseconds(MemorySegment facts, long offset) {
    return facts.get(JAVA_LONG, offset) * 1_000_000_000L + facts.get(JAVA_INT, offset + 8);
  }

  @Override
  public void list(Folder folder, NameVisitor visitor) throws CallFailed {
    // A handle of its own, since the position in the directory belongs to the handle.
    try (Folder reading = openStep(number(folder), Name.of("."));
        Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment entries = arena.allocate(ENTRIES_BYTES, 8);
      while (true) {
        long filled;
        try {
          filled =
              (long) getdents.invokeExact(state, number(reading), entries, (long) ENTRIES_BYTES);
        } catch (Throwable defect) {
          throw defect(defect);
        }
        if (filled < 0) {
          throw new CallFailed("getdents64", FileError.of(NativeCall.errno(state)));
        }
        if (filled == 0 || !visit(entries.asSlice(0, filled), visitor)) {
          return;
        }
      }
    }
  }

  /** Goes through records of struct linux_dirent64, getdents64(2). */
  private static boolean visit(MemorySegment entries, NameVisitor visitor) {
    for (long at = 0; at < entries.byteSize(); ) {
      int length = entries.get(ValueLayout.JAVA_SHORT, at + 16) & 0xffff;
      int bytes = 0;
      while (entries.get(ValueLayout.JAVA_BYTE, at + 19 + bytes) != 0) {
        bytes++;
      }
      byte[] name = entries.asSlice(at + 19, bytes).toArray(ValueLayout.JAVA_BYTE);
      boolean dots = name[0] == '.' && (bytes == 1 || (bytes == 2 && name[1] == '.'));
      if (!dots && !visitor.visit(Name.ofBytes(name))) {
        return false;
      }
      at += length;
    }
    return true;
  }

  @Override
  public void renameNoReplace(Folder from, Name source, Folder to, Name destination)
      throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment old = segment(arena, source);
      MemorySegment now = segment(arena, destination);
      int result;
      try {
        result =
            (int)
                renameat2.invokeExact(state, number(from), old, number(to), now, RENAME_NOREPLACE);
      } catch (Throwable defect) {
        throw defect(defect);
      }
      check("renameat2", result, state);
    }
  }

  @Override
  public void rename(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment old = segment(arena, source);
      MemorySegment now = segment(arena, destination);
      int result;
      try {
        result = (int) renameat.invokeExact(state, number(from), old, number(to), now);
      } catch (Throwable defect) {
        throw defect(defect);
      }
      check("renameat", result, state);
    }
  }

  @Override
  public void link(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment old = segment(arena, source);
      MemorySegment now = segment(arena, destination);
      int result;
      try {
        result = (int) linkat.invokeExact(state, number(from), old, number(to), now, 0);
      } catch (Throwable defect) {
        throw defect(defect);
      }
      check("linkat", result, state);
    }
  }

  @Override
  public void unlink(Folder folder, Name name) throws CallFailed {
    remove(folder, name, 0);
  }

  @Override
  public void removeFolder(Folder folder, Name name) throws CallFailed {
    remove(folder, name, AT_REMOVEDIR);
  }

  private void remove(Folder folder, Name name, int flags) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result = (int) unlinkat.invokeExact(state, number(folder), segment(arena, name), flags);
      } catch (Throwable defect) {
        throw defect(defect);
      }
      check("unlinkat", result, state);
    }
  }

  @Override
  public void makeFolder(Folder folder, Name name) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result = (int) mkdirat.invokeExact(state, number(folder), segment(arena, name), 0777);
      } catch (Throwable defect) {
        throw defect(defect);
      }
      check("mkdirat", result, state);
    }
  }

  @Override
  public void sync(Folder folder) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result = (int) fsync.invokeExact(state, number(folder));
      } catch (Throwable defect) {
        throw defect(defect);
      }
      check("fsync", result, state);
    }
  }

  private static int number(Folder folder) {
    Descriptor descriptor = (Descriptor) folder;
    if (!descriptor.open) {
      throw new IllegalStateException("a closed folder is used");
    }
    return descriptor.number;
  }

  private static void check(String call, int result, MemorySegment state) throws CallFailed {
    if (result != 0) {
      throw new CallFailed(call, FileError.of(NativeCall.errno(state)));
    }
  }

  private static MemorySegment segment(Arena arena, Name name) {
    return terminated(arena, name.bytes());
  }

  private static MemorySegment joined(Arena arena, List<Name> path) {
    java.io.ByteArrayOutputStream way = new java.io.ByteArrayOutputStream();
    way.write('.');
    for (Name component : path) {
      way.write('/');
      way.writeBytes(component.bytes());
    }
    return terminated(arena, way.toByteArray());
  }

  private static MemorySegment terminated(Arena arena, byte[] bytes) {
    MemorySegment segment = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  /** A downcall declares Throwable, and throws none but for a defect of ours. */
  private static IllegalStateException defect(Throwable thrown) {
    return new IllegalStateException("a native call could not be made", thrown);
  }
}
