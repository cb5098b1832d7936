package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.List;

/**
 * What the terminal may run, where, and within which limits.
 *
 * @param jailRoot the root: absolute, real (no link in it), a directory, not {@code /}
 * @param containArguments whether arguments that name a place outside the root are refused
 * @param limits bounds on one command and on their number
 * @param sandbox the kernel's half of the jail
 * @param allowed names that may run
 * @param denied names that may not, whatever else says so
 * @param rules arguments that an allowed name may not carry
 * @param examples commands with the verdict that the operator expects
 */
public record TerminalPolicy(
    Path jailRoot,
    boolean containArguments,
    Limits limits,
    SandboxPolicy sandbox,
    List<String> allowed,
    List<String> denied,
    List<ArgumentRule> rules,
    List<Example> examples) {
  public TerminalPolicy {
    allowed = List.copyOf(allowed);
    denied = List.copyOf(denied);
    rules = List.copyOf(rules);
    examples = List.copyOf(examples);
  }

  /**
   * Bounds. Zero means no limit, except for the first two, which are positive.
   *
   * @param timeoutSeconds wall-clock time of one command
   * @param maxOutputBytes what is kept of each of stdout and stderr
   * @param maxConcurrent commands that run side by side
   * @param cpuSeconds processor time of each process
   * @param memoryBytes address space of each process
   * @param fileBytes size of a file that a process may write
   * @param processes processes of the user that runs the command
   */
  public record Limits(
      int timeoutSeconds,
      int maxOutputBytes,
      int maxConcurrent,
      long cpuSeconds,
      long memoryBytes,
      long fileBytes,
      long processes) {}

  /**
   * Arguments that an allowed command may not carry.
   *
   * @param command the command's name
   * @param denyArgs each string is a set of words: all of them present denies
   * @param reason what the client is told
   */
  public record ArgumentRule(String command, List<String> denyArgs, String reason) {
    public ArgumentRule {
      denyArgs = List.copyOf(denyArgs);
    }
  }

  /**
   * A test that the policy carries of itself.
   *
   * @param command a command line
   * @param expect the verdict that it must get: a code's name
   */
  public record Example(String command, String expect) {}
}
