package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.LeaseCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.ProcessCalls.Limit;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Puts resource limits (getrlimit(2)) in force on a command before its program runs.
 *
 * <p>posix_spawn(3) has no word for limits, and the server cannot take them on itself for the
 * moment of a start: its own writes and its own memory would fail. So the new process, which is
 * still glibc's, waits before a gate until another thread has set its limits. One command at a time
 * passes. Thread-safe.
 */
final class LimitGate implements AutoCloseable {
  private static final long LOOK_NANOS = 20_000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock(true);
  private final Map<Integer, Long> limits;
  private final int gate;

  /** Makes a gate for the limits of a policy, of which 0 stands for none. */
  LimitGate(Limits policy) {
    Map<Integer, Long> wanted = new LinkedHashMap<>();
    wanted.put(ProcessCalls.RLIMIT_CPU, policy.cpuSeconds());
    wanted.put(ProcessCalls.RLIMIT_AS, policy.memoryBytes());
    wanted.put(ProcessCalls.RLIMIT_FSIZE, policy.fileBytes());
    wanted.put(ProcessCalls.RLIMIT_NPROC, policy.processes());
    wanted.values().removeIf(value -> value == 0);
    this.limits = wanted;
    this.gate = wanted.isEmpty() ? -1 : LeaseCalls.gate();
  }

  /** Returns whether any limit is set. */
  boolean wanted() {
    return !limits.isEmpty();
  }

  /**
   * Returns the gate's descriptor, for the command to wait before; negative where there is none.
   */
  int descriptor() {
    return gate;
  }

  /**
   * Has a command started, and lets it run once its limits are in force.
   *
   * @param spawned what will wait before the gate
   * @param submit has it started
   * @return whether the limits are in force, or nothing was started; else it was killed
   */
  boolean pass(SpawnedCommand spawned, Runnable submit) {
    lock.lock();
    try {
      if (!shut()) {
        spawned.condemn();
        return false;
      }
      submit.run();
      long deadline = System.nanoTime() + PATIENCE_NANOS;
      while (!spawned.done()) {
        if (LeaseCalls.someoneWaits(gate)) {
          int pid = ProcessTable.firstChildOf(spawned.thread()).orElse(0);
          return pid > 0 && limit(pid);
        }
        if (System.nanoTime() > deadline) {
          spawned.condemn();
          return false;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
      return true;
    } finally {
      int ignored = LeaseCalls.open(gate);
      lock.unlock();
    }
  }

  private boolean shut() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int result = LeaseCalls.shut(gate);
    while (result == -Errno.EAGAIN && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LOOK_NANOS);
      result = LeaseCalls.shut(gate);
    }
    return result >= 0;
  }

  private boolean limit(int pid) {
    for (Map.Entry<Integer, Long> wanted : limits.entrySet()) {
      // What the operator's own session allows is never raised.
      long hard =
          ProcessCalls.limitOf(pid, wanted.getKey()).map(Limit::hard).orElse(Long.valueOf(-1));
      long value = hard < 0 ? wanted.getValue() : Math.min(hard, wanted.getValue());
      if (ProcessCalls.limit(pid, wanted.getKey(), new Limit(value, value)) < 0) {
        int ignored = ProcessCalls.kill(pid, ProcessCalls.SIGKILL);
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    DescriptorCalls.close(gate);
  }
}
