package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.policy.TerminalPolicy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What this machine's kernel holds for a policy, whatever the policy's mode: for an operator.
 *
 * @param landlockAbi the version of Landlock's ABI; 0 where there is none
 * @param seccomp whether system calls can be filtered
 * @param bubblewrap whether bubblewrap stands in for Landlock
 * @param enforcement what was tried and held, and what was not
 * @param advice what to do about the rest; empty where all holds
 */
public record KernelSupport(
    int landlockAbi,
    boolean seccomp,
    boolean bubblewrap,
    Enforcement enforcement,
    Optional<String> advice) {

  /**
   * Asks the kernel, and tries on a thread of this process what a command must not get through.
   *
   * @param policy the terminal's policy
   * @param executables the file of each allowed command, by name: real
   */
  public static KernelSupport of(TerminalPolicy policy, Map<String, Path> executables) {
    KernelFeatures kernel = KernelFeatures.ofThisMachine();
    Sandbox.Border border = Sandbox.border(policy, kernel, executables.values());
    Map<Hold, String> gaps = border.gaps();
    return new KernelSupport(
        Math.max(0, kernel.landlockAbi()),
        kernel.seccomp(),
        kernel.standIn().isPresent() && border.standInFault().isEmpty(),
        Enforcement.of(
            gaps, kernel, policy.sandbox().network(), border.standInFault().stream().toList()),
        gaps.isEmpty()
            ? Optional.empty()
            : Optional.of(MissingFeature.advice(gaps.keySet(), kernel)));
  }
}
