package dev.safemcp.cli;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.stdio.StandardStreams;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The command {@code safe-mcp}: its subcommands, and how a wrong command line is refused. */
@Command(
    name = "safe-mcp",
    description =
        "A terminal and a file organizer for AI models, as stdio MCP servers under one policy.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ServeTerminal.class, ServeFiles.class, ClientConfig.class, Audit.class})
public final class SafeMcp implements Runnable {
  /** The exit status of every refusal. */
  static final int REFUSED = 2;

  /**
   * What a command finds around it.
   *
   * @param streams the standard streams, taken from {@link System} before anything could write
   *     there
   * @param environment the environment's variables
   * @param workingDirectory what relative paths of the command line resolve against
   */
  record Surroundings(
      StandardStreams streams, Map<String, String> environment, Path workingDirectory) {

    /** Says a line to the user, on stdout: for the commands that serve nothing. */
    void print(String text) {
      PrintWriter out = new PrintWriter(streams.out(), true, StandardCharsets.UTF_8);
      out.println(text);
    }

    /** Says a line to the operator, on stderr: redacted, like everything that leaves. */
    void say(String line) {
      streams.err().println(Redactor.of(RedactionPolicy.standard()).line(line));
    }

    /** Says why there is no start, and returns the exit status for it. */
    int refuse(String reason) {
      say("fatal: " + reason);
      return REFUSED;
    }
  }

  private SafeMcp() {}

  /** Runs the command line and exits with its status. */
  public static void main(String[] arguments) {
    Surroundings surroundings =
        new Surroundings(StandardStreams.take(), System.getenv(), Path.of("").toAbsolutePath());
    System.exit(run(arguments, surroundings));
  }

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
            if (type == Audit.class) {
              return type.cast(new Audit(surroundings));
            }
            if (type == ClientConfig.class) {
              return type.cast(new ClientConfig(surroundings));
            }
            return CommandLine.defaultFactory().create(type);
          }
        };
    return new CommandLine(new SafeMcp(), factory)
        .setOut(new PrintWriter(surroundings.streams().out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(surroundings.streams().err(), true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler(
            (wrong, parsed) -> surroundings.refuse(said(wrong) + ": see 'safe-mcp --help'"))
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
