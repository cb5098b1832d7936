package dev.safemcp.cli.policy;

import dev.safemcp.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code safe-mcp policy}: what a policy says, and whether it says what was meant. */
@Command(
    name = "policy",
    description = "Look at a policy: check, test, show, explain, schema.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class PolicyCommand implements Runnable {
  @Spec CommandSpec spec = CommandSpec.create();

  private PolicyCommand() {}

  /** Returns the command with its subcommands. */
  public static CommandLine of(Console console) {
    return new CommandLine(new PolicyCommand())
        .addSubcommand(new Check(console))
        .addSubcommand(new Examples(console))
        .addSubcommand(new Show(console))
        .addSubcommand(new Explain(console))
        .addSubcommand(new Schema(console));
  }

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "say what to do: 'safe-mcp policy check|test|show|explain|schema --config FILE'");
  }
}
