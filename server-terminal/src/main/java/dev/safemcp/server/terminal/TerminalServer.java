package dev.safemcp.server.terminal;

import dev.safemcp.safety.operation.TerminalOperations;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.stdio.StdioServer;
import dev.safemcp.stdio.Tool;
import dev.safemcp.stdio.Tool.Effects;
import java.util.List;

/** Describes the terminal's tools to a model and binds each to its operation. Stateless. */
public final class TerminalServer {
  private TerminalServer() {}

  /**
   * Describes the server.
   *
   * @param operations what its tools do
   * @param policy the bounds that its texts state
   * @param version the product's version
   */
  public static StdioServer.Description describe(
      TerminalOperations operations, TerminalPolicy policy, String version) {
    return new StdioServer.Description(
        "safe-mcp terminal",
        version,
        instructions(policy),
        List.of(run(operations, policy), explain(operations)));
  }

  private static String instructions(TerminalPolicy policy) {
    return "Runs single commands in one folder, under a policy that its operator wrote and that"
        + " nothing you send can change. No shell: one program with its arguments, nothing"
        + " expanded, no pipes, no redirection. Allowed programs: "
        + (policy.allowed().isEmpty() ? "none" : String.join(", ", policy.allowed()))
        + ". Every answer has ok, code, reason and detail. A refusal is final for that command as"
        + " it stands: POLICY_DENIED (a rule; reason says which), PATH_ESCAPE (a path leaves the"
        + " folder), INVALID_REQUEST (the arguments are wrong in themselves), AUDIT_UNAVAILABLE"
        + " (nothing can run until the operator mends the audit log). Do not retry a refused"
        + " command in another spelling; choose another command, or tell the user what you need."
        + " explain_command tells beforehand. Secrets in output read [REDACTED:kind].";
  }

  private static Tool run(TerminalOperations operations, TerminalPolicy policy) {
    return new Tool(
        operations.runCommand(),
        "Run a command",
        "Runs one allowed program in the sandbox folder and returns its stdout, stderr and"
            + " exit_code. A non-zero exit_code is still code OK. Ends after "
            + policy.limits().timeoutSeconds()
            + " s (TIMEOUT); each output is cut at "
            + policy.limits().maxOutputBytes()
            + " bytes (OUTPUT_TRUNCATED). stdin is empty.",
        DetailSchemas.run(),
        new Effects(false, true, false, policy.sandbox().network()));
  }

  private static Tool explain(TerminalOperations operations) {
    return new Tool(
        operations.explainCommand(),
        "Explain a command",
        "Says whether run_command would run this command line, and why or why not, without running"
            + " it: the words that it was split into, the folder, and what would be enforced.",
        DetailSchemas.explain(),
        new Effects(true, false, true, false));
  }
}
