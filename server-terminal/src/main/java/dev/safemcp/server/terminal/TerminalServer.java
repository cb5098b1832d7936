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
        Texts.instructions(operations.programs()),
        List.of(run(operations, policy), explain(operations)));
  }

  private static Tool run(TerminalOperations operations, TerminalPolicy policy) {
    return new Tool(
        operations.runCommand(),
        "Run a command",
        Texts.run(operations.programs(), policy),
        DetailSchemas.run(),
        new Effects(false, true, false, policy.sandbox().network()));
  }

  private static Tool explain(TerminalOperations operations) {
    return new Tool(
        operations.explainCommand(),
        "Explain a command",
        Texts.explain(),
        DetailSchemas.explain(),
        new Effects(true, false, true, false));
  }
}
