package dev.safemcp.safety.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A Landlock domain that does one thing: signals sent by a thread in it reach the processes in it
 * and no others (LANDLOCK_SCOPE_SIGNAL, Landlock ABI 6, Linux 6.12; landlock(7)).
 *
 * <p>A process inherits the domain of the thread that starts it and can never leave it, by setsid,
 * by a double fork or otherwise. So a domain is an exact and unforgeable name for all that a thread
 * started, and {@link #killAll} ends all of it in one step.
 *
 * <p>Results follow the kernel's convention: not negative on success, else minus errno. Stateless
 * and thread-safe.
 */
public final class SignalScope {
  private static final long SCOPE_SIGNAL = 2;
  private static final long ACCESS_FS_REFER = 1L << 13;

  private static final MethodHandle KILL = NativeCall.bind("kill", JAVA_INT, JAVA_INT, JAVA_INT);

  private SignalScope() {}

  /**
   * Returns a descriptor of rules from which any number of threads can {@link #enter} a domain of
   * their own; an older kernel says E2BIG, ENOSYS or EOPNOTSUPP.
   */
  public static int rules() {
    // Every layer of rules forbids to link and move between folders, unless it says otherwise.
    int rules = LandlockCalls.createRuleset(ACCESS_FS_REFER, 0, SCOPE_SIGNAL);
    if (rules < 0) {
      return rules;
    }
    int everywhere = DescriptorCalls.openPlace("/");
    int allowed =
        everywhere < 0 ? everywhere : LandlockCalls.allow(rules, everywhere, ACCESS_FS_REFER);
    DescriptorCalls.close(everywhere);
    if (allowed < 0) {
      DescriptorCalls.close(rules);
      return allowed;
    }
    return rules;
  }

  /**
   * Puts the calling thread, and all that it starts from now on, into a new domain inside the one
   * that it is in; also sets no_new_privs, which the kernel asks for. Neither ever comes off.
   */
  public static int enter(int rules) {
    int set = PrivilegeCalls.noNewPrivileges();
    return set < 0 ? set : LandlockCalls.restrictThisThread(rules);
  }

  /**
   * Returns whether signals of the calling thread are held in its domain.
   *
   * @param outsider a living process of the same user outside the domain
   */
  public static boolean holds(int outsider) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = NativeCall.state(arena);
      return outsider > 1
          && (int) KILL.invokeExact(state, outsider, 0) < 0
          && NativeCall.errno(state) == Errno.EPERM;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }

  /**
   * Kills every process of the calling thread's domain at once: the kernel goes over all of them
   * under the lock that a fork needs, so none can slip away. This process is left out.
   *
   * <p>kill(2) with -1 outside a domain would end all that the user runs, so the proof that there
   * is one is taken here and nowhere else.
   *
   * @param outsider as in {@link #holds}
   * @return whether it was done
   */
  public static boolean killAll(int outsider) {
    if (!holds(outsider)) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      int ignored = (int) KILL.invokeExact(NativeCall.state(arena), -1, ProcessCalls.SIGKILL);
      return true;
    } catch (Throwable impossible) {
      throw NativeCall.broken(impossible);
    }
  }
}
