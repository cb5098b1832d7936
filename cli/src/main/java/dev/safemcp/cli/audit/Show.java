package dev.safemcp.cli.audit;

import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Status;
import dev.safemcp.safety.audit.AuditItem;
import dev.safemcp.safety.audit.AuditReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code safe-mcp audit show}. */
@Command(
    name = "show",
    description = "Show the records of a log and its rotated files, oldest first.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:a record was shown", "1:there is none", "2:the log cannot be read"})
final class Show implements Callable<Integer> {
  private final Console console;

  @Mixin LogChoice choice = new LogChoice();
  @Mixin RecordFilter filter = new RecordFilter();

  @Option(names = "--json", description = "The records as they stand in the log, one a line.")
  boolean json;

  Show(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.read(console, this::show);
  }

  private int show(Path log) throws IOException {
    RecordLine line = new RecordLine(console, json);
    boolean found = false;
    try (AuditReader reader = AuditReader.open(log, filter.query())) {
      for (Optional<AuditItem> item = reader.next(); item.isPresent(); item = reader.next()) {
        line.print(item.get());
        found |= !(item.get() instanceof AuditItem.Unread);
      }
    }
    return found ? Status.GOOD : Status.FINDING;
  }
}
