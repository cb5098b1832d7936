package dev.safemcp.safety.kernel;

import dev.safemcp.safety.file.Name;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Names as C takes them: their bytes as they are, and a NUL. Stateless. */
final class CString {
  private CString() {}

  /** Returns one component. */
  static MemorySegment of(Arena arena, Name name) {
    return terminated(arena, name.bytes());
  }

  /** Returns a way downwards from a folder; the folder itself where there is no component. */
  static MemorySegment of(Arena arena, List<Name> path) {
    ByteArrayOutputStream way = new ByteArrayOutputStream();
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
}
