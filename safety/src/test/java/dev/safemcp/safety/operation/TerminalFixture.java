package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.Cancellation;
import dev.safemcp.safety.act.Progress;
import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import dev.safemcp.safety.request.Arguments;
import dev.safemcp.safety.result.OperationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A terminal on a temporary folder: {@code root} is the jail, {@code state} holds the audit log.
 */
final class TerminalFixture implements AutoCloseable {
  final Path root;
  final Path log;
  final List<String> operator = new CopyOnWriteArrayList<>();
  final TerminalOperations operations;

  private TerminalFixture(
      Path root, Path log, TerminalOperations operations, List<String> operator) {
    this.root = root;
    this.log = log;
    this.operations = operations;
    this.operator.addAll(operator);
  }

  static TerminalFixture in(Path folder, FailMode failMode) throws IOException {
    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    Path log = Files.createDirectories(folder.resolve("state")).toRealPath().resolve("audit.jsonl");
    List<String> operator = new ArrayList<>();
    return switch (TerminalOperations.open(
        policy(root, log, failMode), Map.of("PATH", "/usr/bin:/bin"), operator::add)) {
      case TerminalOperations.Opening.Opened opened ->
          new TerminalFixture(root, log, opened.operations(), operator);
      case TerminalOperations.Opening.Refused refused -> throw new AssertionError(refused.reason());
    };
  }

  static Policy policy(Path root, Path log, FailMode failMode) {
    TerminalPolicy terminal =
        new TerminalPolicy(
            root,
            true,
            new Limits(1, 64 * 1024, 4, 0, 0, 0, 0),
            new SandboxPolicy(SandboxPolicy.Mode.AUTO, false, List.of()),
            List.of("cat", "echo", "touch", "sleep", "no-such-program"),
            List.of("rm"),
            List.of(new ArgumentRule("echo", List.of("never --ever"), "never say never")),
            List.of());
    return new Policy(
        root.resolveSibling("policy.toml"),
        new AuditPolicy(log, failMode, 64 << 20, 10),
        RedactionPolicy.standard(),
        Optional.of(terminal),
        Optional.empty(),
        "0".repeat(64));
  }

  static Call call(Map<String, ? extends @Nullable Object> arguments) {
    return new Call(Arguments.of(arguments), Progress.NONE, new Cancellation());
  }

  OperationResult run(String command) {
    return operations.runCommand().perform(call(Map.of("command", command)));
  }

  OperationResult explain(String command) {
    return operations.explainCommand().perform(call(Map.of("command", command)));
  }

  List<String> records() throws IOException {
    return Files.readAllLines(log);
  }

  @Override
  public void close() {
    operations.close();
  }
}
