package dev.safemcp.cli;

import dev.safemcp.safety.operation.TerminalOperations;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.server.terminal.TerminalServer;
import picocli.CommandLine.Command;

/** {@code safe-mcp terminal}: serves run_command and explain_command. */
@Command(
    name = "terminal",
    description = "Serve a terminal below terminal.jail_root.",
    mixinStandardHelpOptions = true)
final class ServeTerminal extends Serve {
  ServeTerminal(Surroundings surroundings) {
    super(ServerKind.TERMINAL, surroundings);
  }

  @Override
  Opening open(Policy policy, Surroundings surroundings) {
    return switch (TerminalOperations.open(policy, surroundings.environment(), surroundings::say)) {
      case TerminalOperations.Opening.Refused refused -> new Opening.Refused(refused.reason());
      case TerminalOperations.Opening.Opened opened ->
          new Opening.Opened(
              TerminalServer.describe(
                  opened.operations(), policy.terminal().orElseThrow(), Version.current()),
              opened.operations().redactor(),
              opened.operations()::warmUp,
              opened.operations());
    };
  }
}
