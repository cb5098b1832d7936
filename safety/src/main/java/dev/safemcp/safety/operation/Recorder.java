package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.AuditLog;
import dev.safemcp.safety.audit.Outcome;
import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.audit.Settlement;
import dev.safemcp.safety.audit.Unavailable;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Puts the two records around an operation, and makes its answer the client's result.
 *
 * <p>The attempt stands in the log before the operation runs, the outcome before its result is
 * returned. Where a record cannot be written and the policy is fail-closed, the result says so and
 * nothing else. Thread-safe.
 */
public final class Recorder {
  private static final String DEFECT =
      "internal error: this is a defect of the server, the audit log has the call";

  private final AuditLog log;
  private final Redactor redactor;
  private final Consumer<String> operator;

  /**
   * Makes a recorder.
   *
   * @param log where records go
   * @param redactor what requests and reasons pass
   * @param operator hears of defects, one line each
   */
  public Recorder(AuditLog log, Redactor redactor, Consumer<String> operator) {
    this.log = log;
    this.redactor = redactor;
    this.operator = operator;
  }

  /** Returns the redactor that requests and reasons pass. */
  public Redactor redactor() {
    return redactor;
  }

  /**
   * Records a call whose request is its arguments as they arrived.
   *
   * @param action the tool's name
   * @param call the call
   * @param act what it does, with the permit that acting code asks for; its exceptions are defects
   */
  public OperationResult record(String action, Call call, Function<Permit, Answer> act) {
    return record(action, RequestText.of(call.arguments(), redactor), act);
  }

  /**
   * Records a call.
   *
   * @param action the tool's name
   * @param request what the records say was asked
   * @param act what it does, with the permit that acting code asks for; its exceptions are defects
   */
  public OperationResult record(String action, Redacted request, Function<Permit, Answer> act) {
    long began = System.nanoTime();
    return switch (log.attempt(action, request)) {
      case Unavailable unavailable ->
          result(
              Answer.refused(
                  ResultCode.AUDIT_UNAVAILABLE, unavailable.reason() + "; nothing was done"),
              action,
              Optional.empty(),
              began);
      case Permit permit -> settle(permit, answer(permit, act), began);
    };
  }

  private Answer answer(Permit permit, Function<Permit, Answer> act) {
    try {
      return act.apply(permit);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      // The client learns nothing of it; the operator learns where it was, never what the data
      // were.
      operator.accept("defect in " + permit.action() + ": " + whereabouts(defect));
      return Answer.refused(ResultCode.INTERNAL_ERROR, DEFECT);
    }
  }

  private OperationResult settle(Permit permit, Answer answer, long began) {
    OperationResult result = result(answer, permit.action(), permit.warning(), began);
    Outcome outcome =
        new Outcome(
            result.code(),
            result.reason(),
            answer.exitCode(),
            result.durationMillis(),
            answer.cancelled());
    return switch (log.outcome(permit, outcome)) {
      case Settlement.Recorded recorded when recorded.warning().isEmpty() -> result;
      case Settlement.Recorded recorded ->
          result(answer, permit.action(), permit.warning().or(recorded::warning), began);
      case Unavailable unavailable ->
          result(
              Answer.refused(
                  ResultCode.AUDIT_UNAVAILABLE,
                  unavailable.reason()
                      + "; the call was carried out and its outcome is not recorded"),
              permit.action(),
              Optional.empty(),
              began);
    };
  }

  private OperationResult result(
      Answer answer, String action, Optional<String> warning, long began) {
    String reason =
        warning.map(text -> answer.reason() + " (warning: " + text + ")").orElse(answer.reason());
    return new OperationResult(
        answer.code(),
        action,
        redactor.line(reason),
        answer.detail(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
  }

  /**
   * Names the exception's class and the first frames: its message may hold what must not be shown.
   */
  private static String whereabouts(Throwable defect) {
    StringBuilder text = new StringBuilder(defect.getClass().getName());
    StackTraceElement[] frames = defect.getStackTrace();
    for (int i = 0; i < Math.min(4, frames.length); i++) {
      text.append(i == 0 ? " at " : " < ").append(frames[i]);
    }
    return text.toString();
  }
}
