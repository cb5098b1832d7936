package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Name;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Gives, changes and takes names in open directories: renameat2(2), linkat(2), unlinkat(2),
 * mkdirat(2), and fsync(2) for them. Stateless.
 */
final class NameCalls {
  private static final int AT_REMOVEDIR = 0x200;
  private static final int RENAME_NOREPLACE = 1;
  private static final int ALL_THAT_UMASK_ALLOWS = 0777;

  private static final MethodHandle RENAMEAT2 =
      NativeCall.bind("renameat2", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle LINKAT =
      NativeCall.bind("linkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle RENAMEAT =
      NativeCall.bind("renameat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private static final MethodHandle UNLINKAT =
      NativeCall.bind("unlinkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle MKDIRAT =
      NativeCall.bind("mkdirat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FSYNC = NativeCall.bind("fsync", JAVA_INT, JAVA_INT);

  private NameCalls() {}

  /** One native call that returns 0 or sets errno. */
  private interface Downcall {
    int make(Arena arena, MemorySegment state) throws Throwable;
  }

  private static void checked(String name, Downcall call) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      int result;
      try {
        result = call.make(arena, state);
      } catch (Throwable impossible) {
        throw NativeCall.broken(impossible);
      }
      if (result != 0) {
        throw new CallFailed(name, FileError.of(NativeCall.errno(state)));
      }
    }
  }

  static void renameNoReplace(Folder from, Name source, Folder to, Name destination)
      throws CallFailed {
    checked(
        "renameat2",
        (arena, state) ->
            (int)
                RENAMEAT2.invokeExact(
                    state,
                    Descriptor.number(from),
                    CString.of(arena, source),
                    Descriptor.number(to),
                    CString.of(arena, destination),
                    RENAME_NOREPLACE));
  }

  static void rename(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    checked(
        "renameat",
        (arena, state) ->
            (int)
                RENAMEAT.invokeExact(
                    state,
                    Descriptor.number(from),
                    CString.of(arena, source),
                    Descriptor.number(to),
                    CString.of(arena, destination)));
  }

  static void link(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    checked(
        "linkat",
        (arena, state) ->
            (int)
                LINKAT.invokeExact(
                    state,
                    Descriptor.number(from),
                    CString.of(arena, source),
                    Descriptor.number(to),
                    CString.of(arena, destination),
                    0));
  }

  static void unlink(Folder folder, Name name) throws CallFailed {
    remove(folder, name, 0);
  }

  static void removeFolder(Folder folder, Name name) throws CallFailed {
    remove(folder, name, AT_REMOVEDIR);
  }

  private static void remove(Folder folder, Name name, int flags) throws CallFailed {
    checked(
        "unlinkat",
        (arena, state) ->
            (int)
                UNLINKAT.invokeExact(
                    state, Descriptor.number(folder), CString.of(arena, name), flags));
  }

  static void makeFolder(Folder folder, Name name) throws CallFailed {
    checked(
        "mkdirat",
        (arena, state) ->
            (int)
                MKDIRAT.invokeExact(
                    state,
                    Descriptor.number(folder),
                    CString.of(arena, name),
                    ALL_THAT_UMASK_ALLOWS));
  }

  static void sync(Folder folder) throws CallFailed {
    checked("fsync", (arena, state) -> (int) FSYNC.invokeExact(state, Descriptor.number(folder)));
  }
}
