package dev.safemcp.cli.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.review.Finding;
import dev.safemcp.safety.review.PolicyReview;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code safe-mcp policy check}. */
@Command(
    name = "check",
    description =
        "Find what stops a server, what has no effect and what opens a hole: unknown programs,"
            + " shadowed rules, rules that never match, interpreters and launchers on the"
            + " allowlist, denials that another spelling gets through, overlapping roots, files"
            + " that others may write.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:nothing, or notes alone",
      "1:an error or a warning",
      "2:the policy cannot be read"
    })
final class Check implements Callable<Integer> {
  private final Console console;

  @Mixin PolicyChoice choice = new PolicyChoice();

  Check(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.inspect(console, this::check);
  }

  private int check(PolicyInspection policy) {
    List<Finding> findings = PolicyReview.of(policy, console.environment());
    if (choice.json) {
      ObjectNode object =
          JsonNodeFactory.instance.objectNode().put("policy", policy.file().toString());
      FindingLines.add(object, findings);
      console.json(object);
    } else {
      FindingLines.print(console, policy.shown(), findings);
      FindingLines.summarize(console, findings);
    }
    return FindingLines.status(findings);
  }
}
