package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls.NameVisitor;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Name;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The names in a directory: getdents64(2), in memory for one bufferful. Stateless. */
final class FolderEntries {
  private static final int BUFFER_BYTES = 64 * 1024;

  // musl has one name for both widths.
  private static final MethodHandle GETDENTS =
      NativeCall.bind(
          NativeCall.available("getdents64") ? "getdents64" : "getdents",
          JAVA_LONG,
          JAVA_INT,
          ADDRESS,
          JAVA_LONG);

  private FolderEntries() {}

  /**
   * Hands over the names.
   *
   * @param folder at its beginning; nobody else reads from this handle
   */
  static void visit(Folder folder, NameVisitor visitor) throws CallFailed {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      MemorySegment entries = arena.allocate(BUFFER_BYTES, 8);
      while (true) {
        long filled;
        try {
          filled =
              (long)
                  GETDENTS.invokeExact(
                      state, Descriptor.number(folder), entries, (long) BUFFER_BYTES);
        } catch (Throwable impossible) {
          throw NativeCall.broken(impossible);
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
      int length = entries.get(JAVA_SHORT, at + 16) & 0xffff;
      int bytes = 0;
      while (entries.get(JAVA_BYTE, at + 19 + bytes) != 0) {
        bytes++;
      }
      byte[] name = entries.asSlice(at + 19, bytes).toArray(JAVA_BYTE);
      boolean dots = name[0] == '.' && (bytes == 1 || (bytes == 2 && name[1] == '.'));
      if (!dots && !visitor.visit(Name.ofBytes(name))) {
        return false;
      }
      at += length;
    }
    return true;
  }
}
