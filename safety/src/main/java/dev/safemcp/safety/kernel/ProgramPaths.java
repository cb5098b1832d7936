package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;

/**
 * Paths of programs as C strings, each at one address for as long as the server lives.
 *
 * <p>A seccomp filter cannot read a path, but it sees where it lies. The child of posix_spawn(3)
 * still has the server's memory when it calls execve(2), so a filter that lets only this address
 * through lets that one call through and no later one: the program that was started has a memory of
 * its own, in which the address names nothing. To keep it so, the paths lie where no program's
 * memory usually does: far from its code, heap, stack and libraries on x86-64 and arm64.
 *
 * <p>Thread-safe. What is asked for is never freed, so it is to be a bounded number of programs.
 */
public final class ProgramPaths {
  /**
   * Where the paths lie, a multiple of {@link #SIZE}. It fits the smallest address space of arm64
   * (39 bits), below where its programs are loaded.
   */
  public static final long PLACE = 0x2f_3a50_0000L;

  /** How much room there is, a power of two; what does not fit lies elsewhere. */
  public static final long SIZE = 1L << 20;

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MAP_FIXED_NOREPLACE = 0x10_0000;

  private static final MethodHandle MMAP =
      NativeCall.bind("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);

  private static final Map<String, MemorySegment> PATHS = new HashMap<>();
  private static final SegmentAllocator ROOM = room();

  private ProgramPaths() {}

  /** Returns the C string of a path, the same one each time. */
  public static synchronized MemorySegment of(String path) {
    return PATHS.computeIfAbsent(path, ProgramPaths::allocate);
  }

  private static MemorySegment allocate(String path) {
    try {
      return ROOM.allocateFrom(path);
    } catch (IndexOutOfBoundsException full) {
      return Arena.global().allocateFrom(path);
    }
  }

  private static SegmentAllocator room() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment room =
          (MemorySegment)
              MMAP.invokeExact(
                  NativeCall.state(arena),
                  MemorySegment.ofAddress(PLACE),
                  SIZE,
                  PROT_READ_WRITE,
                  MAP_PRIVATE_ANONYMOUS | MAP_FIXED_NOREPLACE,
                  -1,
                  0L);
      // Taken already, or an address space still smaller: anywhere is right, if less remote.
      return room.address() == -1
          ? Arena.global()
          : SegmentAllocator.slicingAllocator(room.reinterpret(SIZE));
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
