package dev.safemcp.safety.act;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.TerminalPolicy;

/** Runs contained commands. Thread-safe. */
public final class CommandRunner implements AutoCloseable {
  private CommandRunner() {}

  /** Returns a runner within the policy's limits. */
  public static CommandRunner of(TerminalPolicy policy) {
    throw new UnsupportedOperationException();
  }

  /**
   * Runs a command to its end and returns when no process of its tree is left. Blocks; waits for a
   * slot first where {@code max_concurrent} are running.
   */
  public RunOutcome run(
      ContainedCommand command, Permit permit, Progress progress, Cancellation cancellation) {
    throw new UnsupportedOperationException();
  }

  /** Kills what still runs and takes no more. */
  @Override
  public void close() {}
}
