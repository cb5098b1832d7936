package dev.safemcp.cli.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Status;
import dev.safemcp.cli.console.Table;
import dev.safemcp.safety.operation.Explanation;
import dev.safemcp.safety.operation.PolicyTrial;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.result.ResultCode;
import dev.safemcp.safety.sandbox.CommandRights;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code safe-mcp policy explain}. */
@Command(
    name = "explain",
    description = "Say what a policy makes of a command line, step by step. Nothing is started.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:it would run", "1:it would not", "2:the policy cannot be used"})
final class Explain implements Callable<Integer> {
  private final Console console;

  @Mixin PolicyChoice choice = new PolicyChoice();

  @Parameters(paramLabel = "COMMAND", description = "The command line, as one argument.")
  String command = "";

  @Option(
      names = "--cwd",
      paramLabel = "FOLDER",
      description = "Where it would run, relative to the root. Default: the root.")
  @Nullable String cwd;

  Explain(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.inspectTerminal(console, this::explain);
  }

  private int explain(PolicyInspection inspection, TerminalPolicy terminal) {
    Explanation said =
        PolicyTrial.of(terminal, console.environment()).explain(command, Optional.ofNullable(cwd));
    if (choice.json) {
      console.json(object(said));
    } else {
      print(said, terminal, inspection);
    }
    return said.code() == ResultCode.OK ? Status.GOOD : Status.FINDING;
  }

  private void print(Explanation said, TerminalPolicy terminal, PolicyInspection inspection) {
    Table table = new Table(0);
    for (Explanation.Step step : said.steps()) {
      table.row(
          Part.verdict(step.passed(), step.passed() ? "pass" : "stop"),
          Part.plain(FindingLines.word(step.stage())),
          Part.plain(step.text()));
    }
    said.rights()
        .ifPresent(
            rights -> {
              String mode = FindingLines.word(terminal.sandbox().mode());
              table
                  .row(Part.dim("then"), Part.plain("kernel"), Part.plain("mode '" + mode + "'"))
                  .row(Part.dim(""), Part.plain("  execute"), Part.plain(list(rights.execute())))
                  .row(Part.dim(""), Part.plain("  write"), Part.plain(list(rights.write())))
                  .row(Part.dim(""), Part.plain("  read"), Part.dim(list(rights.read())))
                  .row(
                      Part.dim(""),
                      Part.plain("  network"),
                      Part.plain(rights.network() ? "open" : "closed"));
            });
    table.print(console);
    console.line(
        Part.verdict(said.code() == ResultCode.OK, said.code().name()),
        Part.plain(": " + said.reason() + ", by " + Examples.place(said.decidedBy(), inspection)));
  }

  private static String list(Collection<Path> paths) {
    return paths.stream().map(Path::toString).sorted().collect(Collectors.joining(" "));
  }

  private static ObjectNode object(Explanation said) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("code", said.code().name()).put("reason", said.reason());
    object.put("decided_by", said.decidedBy());
    ArrayNode steps = object.putArray("steps");
    for (Explanation.Step step : said.steps()) {
      ObjectNode one = steps.addObject().put("step", FindingLines.word(step.stage()));
      one.put("passed", step.passed()).put("text", step.text());
    }
    if (said.rights().isPresent()) {
      CommandRights rights = said.rights().get();
      ObjectNode kernel = object.putObject("kernel");
      paths(kernel.putArray("execute"), rights.execute());
      paths(kernel.putArray("read"), rights.read());
      paths(kernel.putArray("write"), rights.write());
      kernel.put("network", rights.network());
    }
    return object;
  }

  private static void paths(ArrayNode list, Collection<Path> paths) {
    paths.stream().map(Path::toString).sorted().forEach(list::add);
  }
}
