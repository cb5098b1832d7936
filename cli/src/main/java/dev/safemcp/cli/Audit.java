package dev.safemcp.cli;

import dev.safemcp.safety.audit.AuditVerification;
import dev.safemcp.safety.audit.AuditVerification.Place;
import dev.safemcp.safety.audit.AuditVerification.Verdict;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code safe-mcp audit verify}: whether the record is whole. */
@Command(name = "audit", description = "Look at an audit log.", mixinStandardHelpOptions = true)
final class Audit implements Runnable {
  /** The exit status of a log that does not verify. */
  private static final int BROKEN = 1;

  private final SafeMcp.Surroundings surroundings;

  Audit(SafeMcp.Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw new picocli.CommandLine.ParameterException(
        new picocli.CommandLine(this), "say what to do: 'safe-mcp audit verify LOG'");
  }

  @Command(
      name = "verify",
      description =
          "Check the hash chain over a log and its rotated files; name the first line that was"
              + " changed, dropped or torn.",
      mixinStandardHelpOptions = true)
  int verify(
      @Parameters(paramLabel = "LOG", description = "The log.") String log,
      @Option(
              names = "--expect-head",
              paramLabel = "HASH",
              description =
                  "The last record's hash as it was kept elsewhere: only so does a log that was cut"
                      + " at its end show.")
          @Nullable String expected) {
    Path path = surroundings.workingDirectory().resolve(log);
    Optional<String> head =
        Optional.ofNullable(expected).map(hash -> hash.toLowerCase(Locale.ROOT));
    return switch (AuditVerification.verify(path, head)) {
      case Verdict.Unreadable unreadable ->
          surroundings.refuse(unreadable.reason() + ": name an audit log");
      case Verdict.Broken broken -> {
        surroundings.print("broken: " + said(broken.place()) + ": " + broken.what());
        yield BROKEN;
      }
      case Verdict.Intact intact -> {
        intact
            .torn()
            .forEach(place -> surroundings.print("torn, as a crash leaves a line: " + said(place)));
        surroundings.print(
            "intact: " + intact.records() + " records from number " + intact.first() + " on");
        if (head.isPresent()) {
          surroundings.print(
              intact.sinceExpected() + " of them came after the head that was expected");
        }
        surroundings.print("head: " + intact.head());
        yield 0;
      }
    };
  }

  private static String said(Place place) {
    Path file = place.file().getFileName();
    return file + " line " + place.line();
  }
}
