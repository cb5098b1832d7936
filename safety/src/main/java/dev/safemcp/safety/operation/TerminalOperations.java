package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.CommandRunner;
import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.audit.AuditLog;
import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.path.Jail;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.redact.Redactor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The terminal's two operations on one policy, and what they share: the audit log and the runner.
 *
 * <p>Thread-safe. {@link #close} kills what still runs.
 */
public final class TerminalOperations implements AutoCloseable {
  /** Where programs are looked for when the client gives no PATH at all. */
  private static final String DEFAULT_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** What the kernel's half of the jail will hold, and does not yet. */
  private static final List<String> UNCONFINED =
      List.of(
          "what a command reads and writes outside the root",
          "programs that a command starts beyond the allowed one",
          "the network");

  private final AuditLog log;
  private final CommandRunner runner;
  private final Redactor redactor;
  private final Operation run;
  private final Operation explain;

  private TerminalOperations(
      AuditLog log, CommandRunner runner, Redactor redactor, Operation run, Operation explain) {
    this.log = log;
    this.runner = runner;
    this.redactor = redactor;
    this.run = run;
    this.explain = explain;
  }

  /** What opening says. */
  public sealed interface Opening {
    /**
     * The operations are ready.
     *
     * @param operations to be closed by the caller
     */
    record Opened(TerminalOperations operations) implements Opening {}

    /**
     * The server must not start.
     *
     * @param reason what is wrong and what to do; one line
     */
    record Refused(String reason) implements Opening {}
  }

  /**
   * Opens the audit log, resolves the allowed programs and readies the runner.
   *
   * @param policy a policy with a terminal part
   * @param environment the server's environment, of which PATH is read
   * @param operator hears what the operator should know, one line each
   */
  public static Opening open(
      Policy policy, Map<String, String> environment, Consumer<String> operator) {
    TerminalPolicy terminal = policy.terminal().orElseThrow();
    Redactor redactor = Redactor.of(policy.redaction());
    List<String> searchPath = searchPath(environment);
    CommandCheck check =
        new CommandCheck(
            CommandVetting.of(terminal, searchPath),
            Jail.of(terminal.jailRoot()),
            terminal.containArguments());
    Optional<String> refusal =
        check.contradiction(terminal.examples()).or(() -> unheld(terminal, operator));
    if (refusal.isPresent()) {
      return new Opening.Refused(refusal.get());
    }
    return switch (AuditLog.open(
        policy.audit(), ServerKind.TERMINAL, policy.fingerprint(), operator)) {
      case AuditLog.Opening.Failed failed -> new Opening.Refused(failed.reason());
      case AuditLog.Opening.Opened opened -> {
        Recorder recorder = new Recorder(opened.log(), redactor, operator);
        CommandRunner runner = CommandRunner.of(terminal, searchPath, Confinement.NONE);
        // Off the road to the first answer, and ready before the first command.
        Thread.ofPlatform().daemon().name("warm-up").start(() -> warmUp(runner, operator));
        yield new Opening.Opened(
            new TerminalOperations(
                opened.log(),
                runner,
                redactor,
                new RunCommand(check, runner, recorder, terminal.limits()),
                new ExplainCommand(check, recorder, terminal, List.of(), UNCONFINED)));
      }
    };
  }

  private static void warmUp(CommandRunner runner, Consumer<String> operator) {
    runner.warmUp();
    runner.notHeld().forEach(gap -> operator.accept("warning: not held on this system: " + gap));
  }

  private static List<String> searchPath(Map<String, String> environment) {
    String path = environment.getOrDefault("PATH", "");
    return List.of((path.isEmpty() ? DEFAULT_PATH : path).split(":", -1));
  }

  /** Says what the policy asks of the kernel and does not get. */
  private static Optional<String> unheld(TerminalPolicy policy, Consumer<String> operator) {
    switch (policy.sandbox().mode()) {
      case REQUIRED -> {
        return Optional.of(
            "'terminal.sandbox.mode' is \"required\", and the kernel's half of the jail is not"
                + " built yet: set it to \"auto\" or \"off\"");
      }
      case AUTO ->
          operator.accept("warning: not held by the kernel: " + String.join(", ", UNCONFINED));
      case OFF ->
          operator.accept(
              "warning: 'terminal.sandbox.mode' is \"off\": what a command touches once it runs is"
                  + " not held");
    }
    return Optional.empty();
  }

  /** Returns {@code run_command}. */
  public Operation runCommand() {
    return run;
  }

  /** Returns {@code explain_command}. */
  public Operation explainCommand() {
    return explain;
  }

  /** Returns the policy's redactor. */
  public Redactor redactor() {
    return redactor;
  }

  /** Kills what still runs, waits for its records, and closes the audit log. */
  @Override
  public void close() {
    runner.close();
    log.close();
  }
}
