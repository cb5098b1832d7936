package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this machine's kernel holds for a policy, whatever the policy's mode: for an operator.
 *
 * @param landlockAbi the version of Landlock's ABI; 0 where there is none
 * @param seccomp whether system calls can be filtered
 * @param enforcement what was tried and held, and what was not
 * @param advice what to do about the rest; empty where all holds
 */
public record KernelSupport(
    int landlockAbi, boolean seccomp, Enforcement enforcement, Optional<String> advice) {

  /**
   * Asks the kernel, and tries on a thread of this process what a command must not get through.
   *
   * @param policy the terminal's policy
   */
  public static KernelSupport of(TerminalPolicy policy) {
    KernelFeatures kernel = KernelFeatures.ofThisMachine();
    Map<Hold, String> gaps = Sandbox.gaps(policy, kernel);
    return new KernelSupport(
        Math.max(0, kernel.landlockAbi()),
        kernel.seccomp(),
        Enforcement.of(gaps, kernel, policy.sandbox().network(), List.of()),
        gaps.isEmpty()
            ? Optional.empty()
            : Optional.of(MissingFeature.advice(gaps.keySet(), kernel)));
  }
}
