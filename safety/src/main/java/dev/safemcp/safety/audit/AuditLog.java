package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redacted;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The audit log of one server process.
 *
 * <p>Once the log was deleted, cut or replaced under it, it stays unavailable under {@code closed}
 * until the server is started again: somebody is at work there, and a new file would hide it. Under
 * {@code open} it begins anew, with a warning.
 *
 * <p>Thread-safe; several processes may share the file. No method waits longer than 10 s for the
 * disk or for another process.
 */
public final class AuditLog implements AutoCloseable {
  private static final String UNAVAILABLE = "the audit log cannot be written";
  private static final String CLOSED = "the audit log is closed, since the server is ending";

  private final AuditPolicy policy;
  private final ServerKind server;
  private final String fingerprint;
  private final Consumer<String> warnings;
  private final Setting setting;
  private final LogFile file;
  private final GroupCommit commits;
  private final OperatorNotice notice;
  private final AtomicLong calls = new AtomicLong();
  private volatile boolean closed;

  /**
   * What a test may set.
   *
   * @param clock tells the time of records
   * @param session what the ids of this process begin with
   * @param patience how long a call waits for its record
   */
  record Setting(InstantSource clock, String session, Duration patience) {
    static Setting ofThisProcess() {
      // Unique among the servers that share a log, containers with the same pid included.
      long pid = ProcessHandle.current().pid();
      String seed = System.currentTimeMillis() + " " + System.nanoTime() + " " + pid;
      return new Setting(
          InstantSource.system(), Chain.hash(seed).substring(0, 12), Duration.ofSeconds(10));
    }
  }

  private AuditLog(
      AuditPolicy policy,
      ServerKind server,
      String fingerprint,
      Consumer<String> warnings,
      Setting setting) {
    this.policy = policy;
    this.server = server;
    this.fingerprint = fingerprint;
    this.warnings = warnings;
    this.setting = setting;
    this.file = new LogFile(policy, warnings);
    this.notice = new OperatorNotice(policy.log(), warnings);
    this.commits = new GroupCommit(file::open, file::append, setting.patience());
  }

  /** What opening says. */
  public sealed interface Opening {
    /** The log can be written, or the operator chose to go on without. */
    record Opened(AuditLog log) implements Opening {}

    /** It cannot, and the policy is fail-closed. */
    record Failed(String reason) implements Opening {}
  }

  /**
   * Opens or creates the log; never its folder.
   *
   * @param policy where it lies
   * @param server which server writes
   * @param fingerprint the effective policy's hash
   * @param warnings where a line for the operator goes; called by any thread
   */
  public static Opening open(
      AuditPolicy policy, ServerKind server, String fingerprint, Consumer<String> warnings) {
    return open(policy, server, fingerprint, warnings, Setting.ofThisProcess());
  }

  static Opening open(
      AuditPolicy policy,
      ServerKind server,
      String fingerprint,
      Consumer<String> warnings,
      Setting setting) {
    AuditLog log = new AuditLog(policy, server, fingerprint, warnings, setting);
    Optional<IOException> fault = log.commits.opened();
    if (fault.isEmpty()) {
      return new Opening.Opened(log);
    }
    String reason =
        "the audit log '"
            + policy.log()
            + "' cannot be written ("
            + OperatorNotice.why(fault.get())
            + "): see that its folder exists and that it is a writable file";
    if (policy.failMode() == FailMode.CLOSED) {
      log.close();
      return new Opening.Failed(reason);
    }
    warnings.accept(
        "warning: " + reason + "; what runs is not recorded, since audit_fail_mode is open");
    return new Opening.Opened(log);
  }

  /** Records an attempt, durably, before anything runs. */
  public Admission attempt(String action, Redacted request) {
    String id = setting.session() + "-" + calls.incrementAndGet();
    if (closed) {
      return new Unavailable(CLOSED);
    }
    AuditRecord record =
        new AuditRecord(id, server, action, request.text(), Optional.empty(), fingerprint);
    if (append(record)) {
      return new Permit(id, action, request.text(), Optional.empty());
    }
    return switch (policy.failMode()) {
      case CLOSED -> new Unavailable(UNAVAILABLE);
      case OPEN -> new Permit(id, action, request.text(), Optional.of(UNAVAILABLE));
    };
  }

  /** Records how an attempt ended, durably, before the client hears of it. */
  public Settlement outcome(Permit permit, Outcome outcome) {
    AuditRecord record =
        new AuditRecord(
            permit.id(),
            server,
            permit.action(),
            permit.request(),
            Optional.of(outcome),
            fingerprint);
    if (append(record)) {
      return new Settlement.Recorded(Optional.empty());
    }
    return switch (policy.failMode()) {
      case CLOSED -> new Unavailable(UNAVAILABLE);
      case OPEN -> new Settlement.Recorded(Optional.of(UNAVAILABLE));
    };
  }

  private boolean append(AuditRecord record) {
    Optional<IOException> fault =
        commits.commit(chain -> record.line(setting.clock().instant(), chain));
    fault.ifPresentOrElse(notice::lost, notice::written);
    return fault.isEmpty();
  }

  /**
   * Writes what is under way and closes the file; waits a second at most. Later attempts are
   * unavailable in either mode. Closing again does nothing.
   */
  @Override
  public void close() {
    closed = true;
    commits.close();
    if (!commits.ended()) {
      // The thread is stuck in the kernel with the file: the end of the process closes it.
      return;
    }
    try {
      file.close();
    } catch (IOException fault) {
      warnings.accept(
          "the audit log '"
              + policy.log()
              + "' was not closed cleanly: "
              + OperatorNotice.why(fault));
    }
  }
}
