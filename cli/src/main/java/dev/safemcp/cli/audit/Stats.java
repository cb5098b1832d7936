package dev.safemcp.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Status;
import dev.safemcp.cli.console.Table;
import dev.safemcp.safety.audit.AuditStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code safe-mcp audit stats}. */
@Command(
    name = "stats",
    description = "Count how calls ended, by code and by command.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:counted", "1:no record meets the options", "2:the log cannot be read"})
final class Stats implements Callable<Integer> {
  private final Console console;

  @Mixin LogChoice choice = new LogChoice();
  @Mixin RecordFilter filter = new RecordFilter();

  @Option(names = "--json", description = "Answer with one JSON object.")
  boolean json;

  Stats(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.read(console, this::count);
  }

  private int count(Path log) throws IOException {
    AuditStatistics statistics = AuditStatistics.of(log, filter.query());
    if (json) {
      console.json(object(statistics));
    } else {
      print(statistics);
    }
    return statistics.records() == 0 ? Status.FINDING : Status.GOOD;
  }

  private static ObjectNode object(AuditStatistics statistics) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("records", statistics.records()).put("attempts", statistics.attempts());
    object.put("outcomes", statistics.outcomes()).put("unread", statistics.unread());
    object.put("first", statistics.first().map(Object::toString).orElse(null));
    object.put("last", statistics.last().map(Object::toString).orElse(null));
    ObjectNode byCode = object.putObject("by_code");
    statistics.byCode().forEach(byCode::put);
    ObjectNode byCommand = object.putObject("by_command");
    statistics
        .byCommand()
        .forEach((name, codes) -> codes.forEach(byCommand.withObjectProperty(name)::put));
    return object;
  }

  private void print(AuditStatistics statistics) {
    console.line(
        Part.plain(
            statistics.records()
                + " records: "
                + statistics.attempts()
                + " attempts, "
                + statistics.outcomes()
                + " outcomes"
                + (statistics.unread() == 0
                    ? ""
                    : "; " + statistics.unread() + " lines are no records")));
    if (statistics.first().isPresent() && statistics.last().isPresent()) {
      console.line(Part.dim("from " + statistics.first().get() + " to " + statistics.last().get()));
    }
    Table codes = new Table(2);
    byCount(statistics.byCode())
        .forEach(
            code ->
                codes.row(
                    Part.verdict(isGood(code.getKey()), code.getKey()),
                    Part.plain(String.valueOf(code.getValue()))));
    console.line(Part.bold("by code"));
    codes.print(console);
    Table commands = new Table(2);
    statistics.byCommand().entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -total(entry.getValue())))
        .forEach(
            entry ->
                commands.row(
                    Part.plain(entry.getKey()),
                    Part.plain(String.valueOf(total(entry.getValue()))),
                    Part.dim(
                        byCount(entry.getValue()).stream()
                            .map(code -> code.getKey() + " " + code.getValue())
                            .collect(Collectors.joining(", ")))));
    console.line(Part.bold("by command"));
    commands.print(console);
  }

  private static boolean isGood(String code) {
    return code.equals("OK") || code.equals("OUTPUT_TRUNCATED");
  }

  private static List<Map.Entry<String, Long>> byCount(SequencedMap<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue()))
        .toList();
  }

  private static long total(SequencedMap<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
