package dev.safemcp.cli;

import dev.safemcp.cli.registration.Client;
import dev.safemcp.cli.registration.Entry;
import dev.safemcp.cli.registration.Registration;
import dev.safemcp.safety.policy.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code safe-mcp client-config}: what a client must know of a server, printed or merged into its
 * file.
 */
@Command(
    name = "client-config",
    description =
        "Print the entry that registers a server with an MCP client, or merge it into the client's"
            + " file.",
    mixinStandardHelpOptions = true)
final class ClientConfig implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--client",
      description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
      defaultValue = "generic")
  Client client = Client.GENERIC;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The policy file.")
  String config = "";

  @Option(
      names = "--write",
      description = "Merge it into the client's file, keeping what is there, with a backup.")
  boolean write;

  @Parameters(paramLabel = "terminal|files", converter = Kind.class, description = "The server.")
  ServerKind server = ServerKind.TERMINAL;

  ClientConfig(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Reads a server's word. */
  static final class Kind implements picocli.CommandLine.ITypeConverter<ServerKind> {
    @Override
    public ServerKind convert(String word) {
      return switch (word) {
        case "terminal" -> ServerKind.TERMINAL;
        case "files" -> ServerKind.FILES;
        default ->
            throw new picocli.CommandLine.TypeConversionException(
                "'" + word + "' is no server: say 'terminal' or 'files'");
      };
    }
  }

  @Override
  public Integer call() throws IOException {
    String launcher = System.getProperty("safe-mcp.launcher", "safe-mcp");
    Path policy = surroundings.workingDirectory().resolve(config).normalize();
    Entry entry = new Entry(server, Path.of(launcher), policy);
    if (!write) {
      surroundings.print(entry.document(client).toPrettyString());
      return 0;
    }
    Path home = Path.of(System.getProperty("user.home"));
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    Optional<Path> file = client.file(home, surroundings.workingDirectory(), mac);
    if (file.isEmpty()) {
      return surroundings.refuse(
          "'" + client + "' has no file that we know: leave --write out and paste what is printed");
    }
    return switch (Registration.draft(file.get(), client, entry)) {
      case Registration.Draft.Unmergeable unmergeable -> surroundings.refuse(unmergeable.reason());
      case Registration.Draft.Ready ready -> merge(ready.registration());
    };
  }

  private int merge(Registration registration) throws IOException {
    String difference = registration.difference();
    if (difference.isEmpty()) {
      surroundings.print("'" + registration.file() + "' has this entry already");
      return 0;
    }
    surroundings.print(difference.stripTrailing());
    Optional<Path> backup = registration.write();
    surroundings.print(
        "written to '"
            + registration.file()
            + "'"
            + backup.map(kept -> ", what it was is kept in '" + kept + "'").orElse(""));
    return 0;
  }
}
