package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.CommandRunner;
import dev.safemcp.safety.audit.AuditLog;
import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.path.Jail;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.sandbox.Sandbox;
import dev.safemcp.safety.sandbox.SandboxNotice;
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

  private final AuditLog log;
  private final CommandRunner runner;
  private final Redactor redactor;
  private final Operation run;
  private final Operation explain;
  private final List<String> programs;
  private final Runnable warmUp;

  private TerminalOperations(
      AuditLog log,
      CommandRunner runner,
      Redactor redactor,
      Operation run,
      Operation explain,
      List<String> programs,
      Runnable warmUp) {
    this.log = log;
    this.runner = runner;
    this.redactor = redactor;
    this.run = run;
    this.explain = explain;
    this.programs = List.copyOf(programs);
    this.warmUp = warmUp;
  }

  /**
   * Readies what the first command needs, and tells the operator what this machine does not hold.
   * To be called once, when the server has time: a command that comes before waits for it.
   */
  public void warmUp() {
    warmUp.run();
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
    List<String> searchPath = searchPath(environment);
    CommandVetting vetting = CommandVetting.of(terminal, searchPath);
    CommandCheck check =
        new CommandCheck(vetting, Jail.of(terminal.jailRoot()), terminal.containArguments());
    Optional<String> refusal = check.contradiction(terminal.examples());
    if (refusal.isPresent()) {
      return new Opening.Refused(refusal.get());
    }
    Once<Sandbox.Making> sandbox = new Once<>(() -> Sandbox.of(terminal, vetting.executables()));
    // Trying the kernel takes longer than all the rest of a start. Where the answer cannot keep the
    // server from starting it waits for the first answer, or for the first command.
    return terminal.sandbox().mode() == SandboxPolicy.Mode.REQUIRED
            && sandbox.get() instanceof Sandbox.Making.Refused(String reason)
        ? new Opening.Refused(reason)
        : open(
            policy,
            searchPath,
            check,
            new Once<>(() -> ready(sandbox.get())),
            programs(terminal, vetting),
            operator);
  }

  private static Sandbox.Making.Ready ready(Sandbox.Making sandbox) {
    return switch (sandbox) {
      case Sandbox.Making.Ready ready -> ready;
      case Sandbox.Making.Refused refused ->
          throw new IllegalStateException("refused after the start: " + refused.reason());
    };
  }

  private static Opening open(
      Policy policy,
      List<String> searchPath,
      CommandCheck check,
      Once<Sandbox.Making.Ready> sandbox,
      List<String> programs,
      Consumer<String> operator) {
    TerminalPolicy terminal = policy.terminal().orElseThrow();
    Redactor redactor = Redactor.of(policy.redaction());
    return switch (AuditLog.open(
        policy.audit(), ServerKind.TERMINAL, policy.fingerprint(), operator)) {
      case AuditLog.Opening.Failed failed -> new Opening.Refused(failed.reason());
      case AuditLog.Opening.Opened opened -> {
        Recorder recorder = new Recorder(opened.log(), redactor, operator);
        CommandRunner runner =
            CommandRunner.of(
                terminal, searchPath, new DeferredConfinement(() -> sandbox.get().confinement()));
        yield new Opening.Opened(
            new TerminalOperations(
                opened.log(),
                runner,
                redactor,
                new RunCommand(check, runner, recorder, terminal.limits()),
                new ExplainCommand(check, recorder, terminal, () -> sandbox.get().enforcement()),
                programs,
                () -> warmUp(terminal, sandbox, runner, operator)));
      }
    };
  }

  /** What the lists come to: allowed, not denied as well, and there. */
  private static List<String> programs(TerminalPolicy policy, CommandVetting vetting) {
    return policy.allowed().stream()
        .distinct()
        .filter(name -> vetting.vet(List.of(name)) instanceof CommandVetting.Verdict.Vetted)
        .toList();
  }

  private static void warmUp(
      TerminalPolicy policy,
      Once<Sandbox.Making.Ready> sandbox,
      CommandRunner runner,
      Consumer<String> operator) {
    SandboxNotice.of(policy.sandbox().mode(), sandbox.get().enforcement()).forEach(operator);
    runner.warmUp();
    runner.notHeld().forEach(gap -> operator.accept("warning: not held on this system: " + gap));
  }

  static List<String> searchPath(Map<String, String> environment) {
    String path = environment.getOrDefault("PATH", "");
    return List.of((path.isEmpty() ? DEFAULT_PATH : path).split(":", -1));
  }

  /** Returns the names of the programs that can be run at all, in the order of the policy. */
  public List<String> programs() {
    return programs;
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
