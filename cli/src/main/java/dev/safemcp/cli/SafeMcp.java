package dev.safemcp.cli;

import dev.safemcp.cli.audit.AuditCommand;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Status;
import dev.safemcp.cli.policy.Doctor;
import dev.safemcp.cli.policy.PolicyCommand;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The command {@code safe-mcp}: its subcommands, and how a wrong command line is refused. */
@Command(
    name = "safe-mcp",
    description =
        "A terminal and a file organizer for AI models, as stdio MCP servers under one policy.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.Shown.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ServeTerminal.class, ServeFiles.class, ClientConfig.class})
public final class SafeMcp implements Runnable {
  private SafeMcp() {}

  /** Runs the command line and returns its status. */
  static int run(String[] arguments, Surroundings surroundings) {
    CommandLine.IFactory factory =
        new CommandLine.IFactory() {
          @Override
          public <K> K create(Class<K> type) throws Exception {
            if (type == ServeTerminal.class) {
              return type.cast(new ServeTerminal(surroundings));
            }
            if (type == ServeFiles.class) {
              return type.cast(new ServeFiles(surroundings));
            }
            if (type == ClientConfig.class) {
              return type.cast(new ClientConfig(surroundings));
            }
            return CommandLine.defaultFactory().create(type);
          }
        };
    CommandLine commandLine = new CommandLine(new SafeMcp(), factory);
    if (serves(arguments)) {
      return execute(commandLine, arguments, surroundings);
    }
    Console console = surroundings.console();
    commandLine
        .addSubcommand(PolicyCommand.of(console))
        .addSubcommand(Doctor.of(console))
        .addSubcommand(AuditCommand.of(console));
    try {
      int status = execute(commandLine, arguments, surroundings);
      console.flush();
      return status;
    } catch (UncheckedIOException gone) {
      return Status.GOOD;
    }
  }

  /** A server starts without what only its operator needs. */
  private static boolean serves(String[] arguments) {
    return arguments.length > 0
        && (arguments[0].equals("terminal") || arguments[0].equals("files"));
  }

  private static int execute(
      CommandLine commandLine, String[] arguments, Surroundings surroundings) {
    return commandLine
        .setOut(new PrintWriter(surroundings.streams().out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(surroundings.streams().err(), true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler(
            (wrong, parsed) -> surroundings.refuse(said(wrong) + ": see 'safe-mcp --help'"))
        .setExecutionExceptionHandler(
            (fault, command, parsed) -> {
              if (!serves(arguments) && fault instanceof UncheckedIOException) {
                // Whoever reads our output has had enough, as head(1) does.
                return Status.GOOD;
              }
              throw fault;
            })
        .execute(arguments);
  }

  private static String said(ParameterException wrong) {
    String message = String.valueOf(wrong.getMessage());
    return message.isEmpty()
        ? message
        : Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw new ParameterException(
        new CommandLine(this), "no server is named: say 'safe-mcp terminal' or 'safe-mcp files'");
  }
}
