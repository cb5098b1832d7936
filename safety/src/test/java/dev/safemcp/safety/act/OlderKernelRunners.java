package dev.safemcp.safety.act;

import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.List;

/** Runners as they are on kernels without Landlock, for tests of other packages. */
public final class OlderKernelRunners {
  private OlderKernelRunners() {}

  /** Returns one that tells its commands' processes apart by marks. */
  public static CommandRunner of(
      TerminalPolicy policy, List<String> searchPath, Confinement confinement) {
    return CommandRunner.of(policy, searchPath, confinement, CommandRunner.Way.MARKS);
  }
}
