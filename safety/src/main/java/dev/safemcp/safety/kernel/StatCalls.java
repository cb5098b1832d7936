package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.FolderAccess;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.file.Standing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalInt;

/** What is there and what may be done with it: statx(2) and faccessat(2). Stateless. */
final class StatCalls {
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_NO_AUTOMOUNT = 0x800;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int W_OK_X_OK = 3;
  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_BTIME = 0x800;
  private static final int STATX_BYTES = 256;
  private static final long STATX_ATTR_IMMUTABLE = 0x10;
  private static final long STATX_ATTR_APPEND = 0x20;
  private static final long STATX_ATTR_MOUNT_ROOT = 0x2000;
  private static final int S_ISVTX = 0x200;

  private static final MethodHandle STATX =
      NativeCall.bind("statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle FACCESSAT =
      NativeCall.bind("faccessat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);

  private StatCalls() {}

  static FileFacts of(Folder folder) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return facts(statx(arena, Descriptor.number(folder), arena.allocate(1), AT_EMPTY_PATH));
    }
  }

  static FileFacts of(Folder folder, Name name) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      return facts(
          statx(arena, Descriptor.number(folder), CString.of(arena, name), AT_SYMLINK_NOFOLLOW));
    }
  }

  static FolderAccess access(Folder folder) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      int number = Descriptor.number(folder);
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result = (int) FACCESSAT.invokeExact(state, number, arena.allocateFrom("."), W_OK_X_OK, 0);
      } catch (Throwable impossible) {
        throw NativeCall.broken(impossible);
      }
      Optional<FileError> obstacle =
          result == 0 ? Optional.empty() : Optional.of(FileError.of(NativeCall.errno(state)));
      MemorySegment facts = statx(arena, number, arena.allocate(1), AT_EMPTY_PATH);
      boolean sticky = (facts.get(JAVA_SHORT, 28) & S_ISVTX) != 0;
      return new FolderAccess(obstacle, sticky ? Users.boundIn(owner(facts)) : OptionalInt.empty());
    }
  }

  private static MemorySegment statx(Arena arena, int folder, MemorySegment name, int flags)
      throws CallFailed {
    MemorySegment state = NativeCall.state(arena);
    MemorySegment facts = arena.allocate(STATX_BYTES, 8);
    int result;
    try {
      result =
          (int)
              STATX.invokeExact(
                  state,
                  folder,
                  name,
                  flags | AT_NO_AUTOMOUNT,
                  STATX_BASIC_STATS | STATX_BTIME,
                  facts);
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
    if (result != 0) {
      throw new CallFailed("statx", FileError.of(NativeCall.errno(state)));
    }
    return facts;
  }

  /** Reads a struct statx of linux/stat.h; its layout is the same on every architecture. */
  private static FileFacts facts(MemorySegment facts) {
    int mode = facts.get(JAVA_SHORT, 28) & 0xf000;
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
    long attributes = facts.get(JAVA_LONG, 8);
    return new FileFacts(
        kind,
        facts.get(JAVA_LONG, 40),
        nanoseconds(facts, 112),
        device,
        facts.get(JAVA_LONG, 32),
        bornKnown ? nanoseconds(facts, 80) : 0,
        facts.get(JAVA_INT, 16) & 0xffff_ffffL,
        new Standing(
            owner(facts),
            (attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0,
            (attributes & STATX_ATTR_MOUNT_ROOT) != 0));
  }

  private static int owner(MemorySegment facts) {
    return facts.get(JAVA_INT, 20);
  }

  private static long nanoseconds(MemorySegment facts, long offset) {
    return facts.get(JAVA_LONG, offset) * 1_000_000_000L + facts.get(JAVA_INT, offset + 8);
  }
}
