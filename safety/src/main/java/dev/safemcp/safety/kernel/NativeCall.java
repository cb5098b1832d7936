package dev.safemcp.safety.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** How the families of this package bind a C function and read errno. Stateless. */
final class NativeCall {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

  private NativeCall() {}

  /**
   * Binds a function of the C library that sets errno: the handle's first parameter is a segment
   * made by {@link #state}.
   *
   * @throws java.util.NoSuchElementException where the C library lacks it
   */
  static MethodHandle bind(String name, MemoryLayout result, MemoryLayout... parameters) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, parameters),
        Linker.Option.captureCallState("errno"));
  }

  /**
   * Binds a variadic function of the C library; the fixed parameters come first.
   *
   * @throws java.util.NoSuchElementException where the C library lacks it
   */
  static MethodHandle bindVariadic(
      String name, int fixed, MemoryLayout result, MemoryLayout... parameters) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, parameters),
        Linker.Option.captureCallState("errno"),
        Linker.Option.firstVariadicArg(fixed));
  }

  /** Returns whether the C library has a function. */
  static boolean available(String name) {
    return LINKER.defaultLookup().find(name).isPresent();
  }

  /** Returns memory in which a call leaves errno. */
  static MemorySegment state(Arena arena) {
    return arena.allocate(STATE);
  }

  /** Returns the errno that the last call with {@code state} left. */
  static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  /** Wraps what a method handle may throw and a bound C function cannot. */
  static IllegalStateException broken(Throwable impossible) {
    if (impossible instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("a native call failed to be made", impossible);
  }
}
