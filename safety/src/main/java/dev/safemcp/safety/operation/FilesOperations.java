package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.AuditLog;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redactor;
import java.util.function.Consumer;

/**
 * The organizer's six operations on one policy, and what they share: the audit log and the
 * organizer. Thread-safe.
 */
public final class FilesOperations implements AutoCloseable {
  private final AuditLog log;
  private final Recorder recorder;
  private final Organizer organizer;
  private final Consumer<String> operator;

  private FilesOperations(
      AuditLog log, Recorder recorder, Organizer organizer, Consumer<String> operator) {
    this.log = log;
    this.recorder = recorder;
    this.organizer = organizer;
    this.operator = operator;
  }

  /**
   * Readies what the first call needs, and tells the operator what this machine does not hold. To
   * be called once, when the server has time.
   */
  public void warmUp() {
    organizer.weakness().ifPresent(weakness -> operator.accept("warning: " + weakness));
    organizer.warmUp();
  }

  /** What opening says. */
  public sealed interface Opening {
    /**
     * The operations are ready.
     *
     * @param operations to be closed by the caller
     */
    record Opened(FilesOperations operations) implements Opening {}

    /**
     * The server must not start.
     *
     * @param reason what is wrong and what to do; one line
     */
    record Refused(String reason) implements Opening {}
  }

  /**
   * Opens the audit log and readies the organizer. The journal is read by the first call that needs
   * it: a damaged one is no reason not to list.
   *
   * @param policy a policy with a files part
   * @param operator hears what the operator should know, one line each
   */
  public static Opening open(Policy policy, Consumer<String> operator) {
    FilesPolicy files = policy.files().orElseThrow();
    return switch (AuditLog.open(
        policy.audit(), ServerKind.FILES, policy.fingerprint(), operator)) {
      case AuditLog.Opening.Failed failed -> new Opening.Refused(failed.reason());
      case AuditLog.Opening.Opened opened -> {
        Organizer organizer = Organizer.of(files);
        yield new Opening.Opened(
            new FilesOperations(
                opened.log(),
                new Recorder(opened.log(), Redactor.of(policy.redaction()), operator),
                organizer,
                operator));
      }
    };
  }

  /** Returns {@code list_files}. */
  public Operation listFiles() {
    return new ListFiles(organizer, recorder);
  }

  /** Returns {@code plan_organize}. */
  public Operation planOrganize() {
    return new PlanOrganize(organizer, recorder);
  }

  /** Returns {@code apply_plan}. */
  public Operation applyPlan() {
    return new ApplyPlan(organizer, recorder);
  }

  /** Returns {@code move_file}. */
  public Operation moveFile() {
    return new MoveFile(organizer, recorder);
  }

  /** Returns {@code undo_last_action}. */
  public Operation undoLastAction() {
    return new HistoryStep(HistoryStep.Direction.UNDO, organizer, recorder);
  }

  /** Returns {@code redo_last_action}. */
  public Operation redoLastAction() {
    return new HistoryStep(HistoryStep.Direction.REDO, organizer, recorder);
  }

  /** Returns the policy's redactor. */
  public Redactor redactor() {
    return recorder.redactor();
  }

  /** Closes the audit log. An action in its midst is settled by the next server. */
  @Override
  public void close() {
    log.close();
  }
}
