package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redacted;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The audit log of one server process. Thread-safe; several processes may share the file.
 *
 * <p>Once the log was deleted, cut or replaced under it, it stays unavailable until the server is
 * started again: somebody is at work there, and a new file would hide it.
 */
public final class AuditLog implements AutoCloseable {
  private static final String UNAVAILABLE = "the audit log cannot be written";

  private final LogFile file;
  private final AuditPolicy policy;
  private final ServerKind server;
  private final String fingerprint;
  private final Consumer<String> warnings;
  private final InstantSource clock;
  private final String session;
  private final AtomicLong calls = new AtomicLong();

  private AuditLog(
      AuditPolicy policy,
      ServerKind server,
      String fingerprint,
      Consumer<String> warnings,
      InstantSource clock) {
    this.policy = policy;
    this.server = server;
    this.fingerprint = fingerprint;
    this.warnings = warnings;
    this.clock = clock;
    this.file = new LogFile(policy.log(), policy.maxBytes(), policy.keep(), warnings);
    // Unique among the servers that share a log: no two processes have a start time and a pid in
    // common.
    this.session =
        Long.toHexString(clock.millis()) + "-" + Long.toHexString(ProcessHandle.current().pid());
  }

  /** What opening says. */
  public sealed interface Opening {
    /** The log can be written. */
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
   * @param warnings where a line for the operator goes
   */
  public static Opening open(
      AuditPolicy policy, ServerKind server, String fingerprint, Consumer<String> warnings) {
    return open(policy, server, fingerprint, warnings, InstantSource.system());
  }

  static Opening open(
      AuditPolicy policy,
      ServerKind server,
      String fingerprint,
      Consumer<String> warnings,
      InstantSource clock) {
    AuditLog log = new AuditLog(policy, server, fingerprint, warnings, clock);
    try {
      log.file.open();
    } catch (IOException fault) {
      String reason =
          "the audit log '"
              + policy.log()
              + "' cannot be written ("
              + why(fault)
              + "): see that its folder exists and is writable";
      if (policy.failMode() == FailMode.CLOSED) {
        return new Opening.Failed(reason);
      }
      warnings.accept(
          "warning: " + reason + "; what runs is not recorded, since audit_fail_mode is open");
    }
    return new Opening.Opened(log);
  }

  /** Records an attempt, durably, before anything runs. */
  public Admission attempt(String action, Redacted request) {
    String id = session + "-" + calls.incrementAndGet();
    Optional<IOException> fault =
        append(new AuditRecord(id, server, action, request.text(), Optional.empty(), fingerprint));
    if (fault.isEmpty()) {
      return new Permit(id, action, Optional.empty());
    }
    return switch (policy.failMode()) {
      case CLOSED -> new Unavailable(UNAVAILABLE);
      case OPEN -> new Permit(id, action, Optional.of(UNAVAILABLE));
    };
  }

  /** Records how an attempt ended, durably, before the client hears of it. */
  public Settlement outcome(Permit permit, Outcome outcome) {
    Optional<IOException> fault =
        append(
            new AuditRecord(
                permit.id(), server, permit.action(), null, Optional.of(outcome), fingerprint));
    if (fault.isEmpty()) {
      return new Settlement.Recorded(Optional.empty());
    }
    return switch (policy.failMode()) {
      case CLOSED -> new Unavailable(UNAVAILABLE);
      case OPEN -> new Settlement.Recorded(Optional.of(UNAVAILABLE));
    };
  }

  private Optional<IOException> append(AuditRecord record) {
    try {
      file.append(chain -> record.line(clock.instant(), chain));
      return Optional.empty();
    } catch (IOException fault) {
      warnings.accept("the audit log '" + policy.log() + "' cannot be written: " + why(fault));
      return Optional.of(fault);
    }
  }

  private static String why(IOException fault) {
    return switch (fault) {
      case NoSuchFileException missing -> "no such folder";
      case java.nio.file.AccessDeniedException denied -> "permission denied";
      case java.nio.file.FileSystemException system ->
          Optional.ofNullable(system.getReason()).orElse("the file system refused");
      default -> Optional.ofNullable(fault.getMessage()).orElse("the file system refused");
    };
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException fault) {
      warnings.accept("the audit log '" + policy.log() + "' was not closed cleanly: " + why(fault));
    }
  }
}
