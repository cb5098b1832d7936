package dev.safemcp.cli.audit;

import dev.safemcp.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code safe-mcp audit}: what was recorded, and whether the record is whole. */
@Command(
    name = "audit",
    description = "Look at an audit log: verify, tail, show, stats.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class AuditCommand implements Runnable {
  @Spec CommandSpec spec = CommandSpec.create();

  private AuditCommand() {}

  /** Returns the command with its subcommands. */
  public static CommandLine of(Console console) {
    return new CommandLine(new AuditCommand())
        .addSubcommand(new Verify(console))
        .addSubcommand(new Tail(console))
        .addSubcommand(new Show(console))
        .addSubcommand(new Stats(console));
  }

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "say what to do: 'safe-mcp audit verify|tail|show|stats LOG'");
  }
}
