package dev.safemcp.cli.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Status;
import dev.safemcp.safety.operation.ExampleVerdict;
import dev.safemcp.safety.operation.Explanation;
import dev.safemcp.safety.operation.PolicyTrial;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code safe-mcp policy test}. */
@Command(
    name = "test",
    description =
        "Run the policy's own examples: each with its verdict and the rule that gave it. Nothing"
            + " is started.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:every example gets what it expects",
      "1:one does not",
      "2:the policy cannot be used"
    })
final class Examples implements Callable<Integer> {
  private final Console console;

  @Mixin PolicyChoice choice = new PolicyChoice();

  Examples(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.inspectTerminal(console, this::test);
  }

  private int test(PolicyInspection inspection, TerminalPolicy terminal) {
    List<ExampleVerdict> examples = PolicyTrial.of(terminal, console.environment()).examples();
    if (choice.json) {
      print(examples, inspection);
    } else {
      examples.forEach(example -> print(example, inspection));
      long failed = examples.stream().filter(example -> !example.holds()).count();
      console.line(Part.plain(examples.size() + " examples, " + failed + " failed"));
    }
    return examples.stream().allMatch(ExampleVerdict::holds) ? Status.GOOD : Status.FINDING;
  }

  private void print(ExampleVerdict example, PolicyInspection inspection) {
    Explanation said = example.explanation();
    console.line(
        Part.verdict(example.holds(), example.holds() ? "ok  " : "FAIL"),
        Part.plain(" " + example.command() + "  "),
        Part.bold(said.code().name()),
        Part.plain(example.holds() ? "" : ", not " + example.expected()),
        Part.dim("  " + place(said.decidedBy(), inspection) + ": " + said.reason()));
  }

  /** Returns what decided, with its line where it stands in the file. */
  static String place(String decidedBy, PolicyInspection inspection) {
    return decidedBy.startsWith("terminal.") && inspection.line(decidedBy).isPresent()
        ? decidedBy + " (" + inspection.shown() + ":" + inspection.line(decidedBy).getAsInt() + ")"
        : decidedBy;
  }

  private void print(List<ExampleVerdict> examples, PolicyInspection inspection) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ArrayNode list = object.putArray("examples");
    for (ExampleVerdict example : examples) {
      Explanation said = example.explanation();
      ObjectNode one = list.addObject().put("key", example.key());
      one.put("line", inspection.line(example.key()).orElse(0)).put("command", example.command());
      one.put("expected", example.expected()).put("code", said.code().name());
      one.put("reason", said.reason()).put("decided_by", said.decidedBy());
      one.put("holds", example.holds());
    }
    console.json(object);
  }
}
