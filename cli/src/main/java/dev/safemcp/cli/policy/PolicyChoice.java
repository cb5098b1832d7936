package dev.safemcp.cli.policy;

import dev.safemcp.cli.console.Console;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.PolicyInspection.Inspecting;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which policy is meant, and how it is asked. */
final class PolicyChoice {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The policy file. Default: what SAFE_MCP_POLICY_FILE names. There is no other.")
  @Nullable String config;

  @Option(names = "--json", description = "Answer with one JSON object.")
  boolean json;

  /** Looks at it; a file that no server could read is a refusal. */
  int inspect(Console console, ToIntFunction<PolicyInspection> work) {
    return switch (PolicyInspection.of(
        Optional.ofNullable(config), console.environment(), console.workingDirectory())) {
      case Inspecting.Refused(String reason) -> console.refuse(reason);
      case Inspecting.Inspected(PolicyInspection policy) -> work.applyAsInt(policy);
    };
  }

  /** The same for what only a terminal's policy can answer. */
  int inspectTerminal(Console console, TerminalWork work) {
    return inspect(
        console,
        policy ->
            switch (policy.loading(ServerKind.TERMINAL)) {
              case Loading.Refused(String reason) -> console.refuse(reason);
              case Loading.Loaded loaded ->
                  work.apply(policy, loaded.policy().terminal().orElseThrow());
            });
  }

  /** What is asked of a terminal's policy. */
  interface TerminalWork {
    int apply(PolicyInspection inspection, TerminalPolicy terminal);
  }
}
