package dev.safemcp.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Status;
import dev.safemcp.safety.audit.AuditVerification;
import dev.safemcp.safety.audit.AuditVerification.Verdict;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code safe-mcp audit verify}. */
@Command(
    name = "verify",
    description =
        "Check the hash chain over a log and its rotated files; name the first line that was"
            + " changed, dropped, reordered or repeated, and the lines that a crash tore.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:the chain holds", "1:it does not", "2:the log cannot be read"})
final class Verify implements Callable<Integer> {
  private final Console console;

  @Mixin LogChoice choice = new LogChoice();

  @Option(
      names = "--expect-head",
      paramLabel = "HASH",
      description =
          "The last record's hash as it was kept elsewhere: only so does a log that was cut at its"
              + " end show.")
  @Nullable String expected;

  @Option(names = "--json", description = "Answer with one JSON object.")
  boolean json;

  Verify(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.read(console, this::verify);
  }

  private int verify(Path log) {
    Optional<String> head =
        Optional.ofNullable(expected).map(hash -> hash.strip().toLowerCase(Locale.ROOT));
    if (head.isPresent() && !head.get().matches("[0-9a-f]{64}")) {
      return console.refuse("--expect-head takes the 64 hex digits that 'audit verify' printed");
    }
    return switch (AuditVerification.verify(log, head)) {
      case Verdict.Unreadable unreadable ->
          console.refuse(unreadable.reason() + ": name an audit log");
      case Verdict.Broken broken -> {
        broken(broken);
        yield Status.FINDING;
      }
      case Verdict.Intact intact -> {
        intact(intact, head.isPresent());
        yield Status.GOOD;
      }
    };
  }

  private void broken(Verdict.Broken broken) {
    if (json) {
      ObjectNode object = JsonNodeFactory.instance.objectNode().put("verdict", "broken");
      RecordLine.place(object, broken.place());
      object.put("defect", broken.defect().name().toLowerCase(Locale.ROOT));
      console.json(object.put("what", broken.what()));
      return;
    }
    console.line(
        Part.verdict(false, "broken"),
        Part.plain(": " + RecordLine.said(broken.place()) + ": " + broken.what()));
  }

  private void intact(Verdict.Intact intact, boolean against) {
    if (json) {
      ObjectNode object = JsonNodeFactory.instance.objectNode().put("verdict", "intact");
      object.put("records", intact.records()).put("first", intact.first());
      object.put("head", intact.head());
      ArrayNode torn = object.putArray("torn");
      intact.torn().forEach(place -> RecordLine.place(torn.addObject(), place));
      if (against) {
        object.put("since_expected", intact.sinceExpected());
      }
      console.json(object);
      return;
    }
    intact
        .torn()
        .forEach(
            place ->
                console.line(
                    Part.warning("torn"),
                    Part.plain(", as a crash leaves a line: " + RecordLine.said(place))));
    console.line(
        Part.verdict(true, "intact"),
        Part.plain(": " + intact.records() + " records from number " + intact.first() + " on"));
    if (against) {
      console.line(
          Part.plain(intact.sinceExpected() + " of them came after the head that was expected"));
    }
    console.line(Part.plain("head: " + intact.head()));
  }
}
