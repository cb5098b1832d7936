package dev.safemcp.safety.operation;

import dev.safemcp.safety.result.ResultCode;
import dev.safemcp.safety.sandbox.CommandRights;
import java.util.List;
import java.util.Optional;

/**
 * How a policy comes to its answer on a command line, step by step.
 *
 * @param code the code that a client would get, with {@link ResultCode#OK} for "it would run"
 * @param reason the reason that a client would read, before redaction
 * @param decidedBy what gave the verdict: where a rule stands in the policy, as in {@code
 *     terminal.rules[0]}, or a step's name
 * @param steps the steps, in order, up to the one that stopped it
 * @param rights what the kernel would let the command touch; empty where it would not run
 */
public record Explanation(
    ResultCode code,
    String reason,
    String decidedBy,
    List<Step> steps,
    Optional<CommandRights> rights) {
  public Explanation {
    steps = List.copyOf(steps);
  }

  /**
   * One step of the road.
   *
   * @param stage which
   * @param passed whether the command went on from there
   * @param text what was found; one line
   */
  public record Step(Stage stage, boolean passed, String text) {}

  /** The steps that a command line takes, in order. */
  public enum Stage {
    /** Characters, quotes, words. */
    PARSE,
    /** Names that never run. */
    DENYLIST,
    /** Names that may. */
    ALLOWLIST,
    /** Arguments that an allowed name may not carry. */
    RULES,
    /** The file that the name stands for. */
    PROGRAM,
    /** The folder and the arguments against the root. */
    CONTAINMENT
  }
}
