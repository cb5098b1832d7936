package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.Captured;
import dev.safemcp.safety.act.CommandRunner;
import dev.safemcp.safety.act.RunOutcome;
import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;
import java.util.OptionalInt;

/** Runs one command: the whole road. Thread-safe. */
final class RunCommand implements Operation {
  private final CommandCheck check;
  private final CommandRunner runner;
  private final Recorder recorder;
  private final Limits limits;

  RunCommand(CommandCheck check, CommandRunner runner, Recorder recorder, Limits limits) {
    this.check = check;
    this.runner = runner;
    this.recorder = recorder;
    this.limits = limits;
  }

  @Override
  public String name() {
    return "run_command";
  }

  @Override
  public List<Parameter> parameters() {
    return CommandCheck.PARAMETERS;
  }

  @Override
  public OperationResult perform(Call call) {
    return recorder.record(
        name(),
        call,
        permit -> check.answer(call.arguments(), command -> run(command, permit, call)));
  }

  private Answer run(ContainedCommand command, Permit permit, Call call) {
    return switch (runner.run(command, permit, call.progress(), call.cancellation())) {
      case RunOutcome.NotStarted notStarted ->
          Answer.refused(ResultCode.OPERATION_FAILED, notStarted.reason());
      case RunOutcome.Exited exited ->
          exited(command, exited.status(), shown(exited.stdout()), shown(exited.stderr()));
      case RunOutcome.TimedOut timedOut ->
          new Answer(
              ResultCode.TIMEOUT,
              "no end after "
                  + limits.timeoutSeconds()
                  + " s: the command and all that it started were killed",
              detail(shown(timedOut.stdout()), shown(timedOut.stderr()), OptionalInt.empty()),
              OptionalInt.empty(),
              false);
      case RunOutcome.Cancelled cancelled ->
          new Answer(
              ResultCode.OPERATION_FAILED,
              "cancelled: the command and all that it started were killed",
              detail(shown(cancelled.stdout()), shown(cancelled.stderr()), OptionalInt.empty()),
              OptionalInt.empty(),
              true);
    };
  }

  private Answer exited(ContainedCommand command, int status, Redacted stdout, Redacted stderr) {
    boolean cut = stdout.truncated() || stderr.truncated();
    String allowed = command.command().reason();
    OptionalInt exitCode = OptionalInt.of(status);
    return new Answer(
        cut ? ResultCode.OUTPUT_TRUNCATED : ResultCode.OK,
        cut ? allowed + "; output past " + limits.maxOutputBytes() + " bytes was cut" : allowed,
        detail(stdout, stderr, exitCode),
        exitCode,
        false);
  }

  private Redacted shown(Captured captured) {
    Redactor redactor = recorder.redactor();
    return redactor.output(captured.bytes(), captured.more(), limits.maxOutputBytes());
  }

  private static Detail detail(Redacted stdout, Redacted stderr, OptionalInt exitCode) {
    Detail.Builder detail = Detail.builder().put("stdout", stdout).put("stderr", stderr);
    exitCode.ifPresentOrElse(
        status -> detail.put("exit_code", status), () -> detail.putNull("exit_code"));
    return detail.build();
  }
}
