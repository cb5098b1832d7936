package dev.safemcp.cli.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Status;
import dev.safemcp.cli.console.Style;
import dev.safemcp.safety.review.Finding;
import dev.safemcp.safety.review.Finding.Severity;
import java.util.List;
import java.util.Locale;

/** Writes findings. Stateless. */
final class FindingLines {
  private FindingLines() {}

  /** Writes them for people, each with its place and its fix. */
  static void print(Console console, String file, List<Finding> findings) {
    for (Finding finding : findings) {
      console.line(
          new Part(style(finding.severity()), word(finding.severity())),
          Part.plain(
              " "
                  + file
                  + (finding.line().isPresent() ? ":" + finding.line().getAsInt() : "")
                  + ": "
                  + finding.what()),
          Part.dim(" [" + finding.check() + "]"));
      console.line(Part.dim("  fix: " + finding.fix()));
    }
  }

  /** Says how many there are. */
  static void summarize(Console console, List<Finding> findings) {
    console.line(
        Part.plain(
            count(findings, Severity.ERROR, "error")
                + ", "
                + count(findings, Severity.WARNING, "warning")
                + ", "
                + count(findings, Severity.NOTE, "note")));
  }

  private static String count(List<Finding> findings, Severity severity, String noun) {
    long number = findings.stream().filter(one -> one.severity() == severity).count();
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  static void add(ObjectNode object, List<Finding> findings) {
    ArrayNode list = object.putArray("findings");
    for (Finding finding : findings) {
      ObjectNode one = list.addObject().put("severity", word(finding.severity()));
      one.put("check", finding.check()).put("key", finding.key().orElse(null));
      if (finding.line().isPresent()) {
        one.put("line", finding.line().getAsInt());
      } else {
        one.putNull("line");
      }
      one.put("what", finding.what()).put("fix", finding.fix());
    }
  }

  /** Returns the exit status: notes alone are good. */
  static int status(List<Finding> findings) {
    return findings.stream().anyMatch(finding -> finding.severity().counts())
        ? Status.FINDING
        : Status.GOOD;
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Style style(Severity severity) {
    return switch (severity) {
      case ERROR -> Style.BAD;
      case WARNING -> Style.WARNING;
      case NOTE -> Style.DIM;
    };
  }
}
