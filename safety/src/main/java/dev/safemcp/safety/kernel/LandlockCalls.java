package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Landlock (landlock(7), Linux 5.13): rules that a thread puts itself and all that it starts under,
 * and that never come off.
 *
 * <p>The numbers of its calls are the same on all architectures. Results follow the kernel's
 * convention: not negative on success, else minus errno. Stateless and thread-safe.
 */
public final class LandlockCalls {
  private static final long SYS_CREATE_RULESET = 444;
  private static final long SYS_ADD_RULE = 445;
  private static final long SYS_RESTRICT_SELF = 446;
  private static final int CREATE_RULESET_VERSION = 1;
  private static final int RULE_PATH_BENEATH = 1;

  private static final MethodHandle CREATE_RULESET =
      NativeCall.bindVariadic("syscall", 1, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle ADD_RULE =
      NativeCall.bindVariadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle RESTRICT_SELF =
      NativeCall.bindVariadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT);

  private LandlockCalls() {}

  /** Returns the kernel's ABI version, at least 1; ENOSYS or EOPNOTSUPP where it has none. */
  public static int abi() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result =
          (long)
              CREATE_RULESET.invokeExact(
                  state, SYS_CREATE_RULESET, MemorySegment.NULL, 0L, CREATE_RULESET_VERSION);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Makes an empty ruleset: what it handles is denied but where a rule allows it. Every set of bits
   * must be one that the kernel's ABI knows.
   *
   * @param files rights on files that it handles (LANDLOCK_ACCESS_FS_*)
   * @param network rights on the network that it handles (LANDLOCK_ACCESS_NET_*)
   * @param scopes what may not leave the domain (LANDLOCK_SCOPE_*)
   * @return its descriptor
   */
  public static int createRuleset(long files, long network, long scopes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      // struct landlock_ruleset_attr; an older kernel takes the longer one if its rest is zero.
      MemorySegment attributes = arena.allocateFrom(JAVA_LONG, files, network, scopes);
      long result =
          (long)
              CREATE_RULESET.invokeExact(
                  state, SYS_CREATE_RULESET, attributes, attributes.byteSize(), 0);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Allows rights on a file, or on a folder and all below it.
   *
   * @param ruleset a ruleset's descriptor
   * @param place a descriptor of the file or folder, O_PATH is enough
   * @param files rights, all of them handled; for a file only those that a file can have (EINVAL)
   */
  public static int allow(int ruleset, int place, long files) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      // struct landlock_path_beneath_attr, which is packed.
      MemorySegment rule = arena.allocate(12);
      rule.set(JAVA_LONG_UNALIGNED, 0, files);
      rule.set(JAVA_INT_UNALIGNED, 8, place);
      long result =
          (long) ADD_RULE.invokeExact(state, SYS_ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Puts the calling thread, and all that it starts from now on, under a ruleset, in addition to
   * those that it is under (16 at most: E2BIG). Needs no_new_privs, {@link
   * PrivilegeCalls#noNewPrivileges}, else EPERM.
   */
  public static int restrictThisThread(int ruleset) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      long result = (long) RESTRICT_SELF.invokeExact(state, SYS_RESTRICT_SELF, ruleset, 0);
      return result < 0 ? -NativeCall.errno(state) : (int) result;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
