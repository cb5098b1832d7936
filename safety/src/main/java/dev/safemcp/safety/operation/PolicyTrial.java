package dev.safemcp.safety.operation;

import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.path.Jail;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.request.Arguments;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.ResultCode;
import dev.safemcp.safety.sandbox.CommandRights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A terminal policy without a server: the same road as {@code explain_command}, without a record,
 * and each step in words. Nothing here can run a command.
 *
 * <p>Thread-safe.
 */
public final class PolicyTrial {
  private final TerminalPolicy policy;
  private final CommandVetting vetting;
  private final CommandCheck check;

  private PolicyTrial(TerminalPolicy policy, CommandVetting vetting) {
    this.policy = policy;
    this.vetting = vetting;
    this.check = new CommandCheck(vetting, Jail.of(policy.jailRoot()), policy.containArguments());
  }

  /**
   * Resolves the allowed programs, as a server does when it starts.
   *
   * @param policy the terminal's policy
   * @param environment of which PATH is read
   */
  public static PolicyTrial of(TerminalPolicy policy, Map<String, String> environment) {
    return new PolicyTrial(
        policy, CommandVetting.of(policy, TerminalOperations.searchPath(environment)));
  }

  /** Returns what decides on words. */
  public CommandVetting vetting() {
    return vetting;
  }

  /**
   * Explains what a client would get.
   *
   * @param command the command line
   * @param cwd the folder, relative to the root; empty for the root
   */
  public Explanation explain(String command, Optional<String> cwd) {
    Map<String, Object> arguments = new HashMap<>(Map.of("command", command));
    cwd.ifPresent(folder -> arguments.put("cwd", folder));
    ExplainedSteps steps = new ExplainedSteps(vetting, policy.containArguments());
    AtomicReference<Optional<CommandRights>> rights = new AtomicReference<>(Optional.empty());
    Answer answer =
        check.answer(
            Arguments.of(arguments),
            steps,
            cleared -> {
              rights.set(
                  Optional.of(
                      CommandRights.of(
                          cleared.command().name(),
                          cleared.command().executable(),
                          vetting.executables().values(),
                          policy.jailRoot(),
                          policy.sandbox())));
              return Answer.of(ResultCode.OK, cleared.command().reason(), Detail.none());
            });
    return new Explanation(
        answer.code(), answer.reason(), steps.decidedBy(), steps.steps(answer), rights.get());
  }

  /** Runs the policy's own examples, in the file's order. */
  public List<ExampleVerdict> examples() {
    List<ExampleVerdict> verdicts = new ArrayList<>();
    for (TerminalPolicy.Example example : policy.examples()) {
      verdicts.add(
          new ExampleVerdict(
              "terminal.examples[" + verdicts.size() + "]",
              example.command(),
              example.expect(),
              explain(example.command(), Optional.empty())));
    }
    return verdicts;
  }
}
