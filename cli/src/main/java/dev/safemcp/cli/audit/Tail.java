package dev.safemcp.cli.audit;

import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Status;
import dev.safemcp.safety.audit.AuditFollower;
import dev.safemcp.safety.audit.AuditItem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code safe-mcp audit tail}. */
@Command(
    name = "tail",
    description =
        "Show the last records and follow the log as it grows, through its rotations, until"
            + " interrupted.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:the log cannot be read", "130:interrupted by Ctrl-C"})
final class Tail implements Callable<Integer> {
  private static final int POLL_MILLIS = 200;

  private final Console console;

  @Mixin LogChoice choice = new LogChoice();
  @Mixin RecordFilter filter = new RecordFilter();

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      description =
          "How many of the wanted records of the current file come first, 0 to 10000. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "10")
  int last = 10;

  @Option(names = "--no-follow", description = "Stop at the end of the log.")
  boolean stop;

  @Option(names = "--json", description = "The records as they stand in the log, one a line.")
  boolean json;

  Tail(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (last < 0 || last > 10_000) {
      return console.refuse("--lines takes 0 to 10000, not " + last);
    }
    return choice.read(console, this::tail);
  }

  private int tail(Path log) throws IOException {
    RecordLine line = new RecordLine(console, json);
    try (AuditFollower follower = AuditFollower.open(log, filter.query(), last)) {
      while (true) {
        Optional<AuditItem> item = follower.poll();
        if (item.isPresent()) {
          line.print(item.get());
          continue;
        }
        console.flush();
        if (stop) {
          return Status.GOOD;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException enough) {
      return Status.GOOD;
    }
  }
}
