package dev.safemcp.safety.operation;

import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import dev.safemcp.safety.sandbox.Enforcement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Says what {@code run_command} would do with a command line, without doing it: it takes the same
 * road and turns off before the runner, which it does not hold. Thread-safe.
 */
final class ExplainCommand implements Operation {
  private final CommandCheck check;
  private final Recorder recorder;
  private final TerminalPolicy policy;
  private final Supplier<Enforcement> enforcement;

  ExplainCommand(
      CommandCheck check,
      Recorder recorder,
      TerminalPolicy policy,
      Supplier<Enforcement> enforcement) {
    this.check = check;
    this.recorder = recorder;
    this.policy = policy;
    this.enforcement = enforcement;
  }

  @Override
  public String name() {
    return "explain_command";
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
        permit ->
            check.answer(
                call.arguments(),
                command -> Answer.of(ResultCode.OK, command.command().reason(), detail(command))));
  }

  private Detail detail(ContainedCommand contained) {
    Redactor redactor = recorder.redactor();
    List<String> argv = new ArrayList<>(List.of(contained.command().name()));
    argv.addAll(contained.command().arguments());
    String relative = contained.folder().relative().toString();
    return Detail.builder()
        .putTexts("argv", lines(redactor, argv))
        .put("cwd", redactor.line(relative.isEmpty() ? "." : relative))
        .putTexts("environment", lines(redactor, List.of("PATH", "HOME", "LANG")))
        .put("arguments_contained", policy.containArguments())
        .put("limits", limits(policy.limits()))
        .put(
            "kernel",
            Detail.builder()
                .putTexts("held", lines(redactor, enforcement.get().held()))
                .putTexts("not_held", lines(redactor, enforcement.get().notHeld()))
                .build())
        .build();
  }

  private static Detail limits(TerminalPolicy.Limits limits) {
    return Detail.builder()
        .put("timeout_seconds", limits.timeoutSeconds())
        .put("max_output_bytes", limits.maxOutputBytes())
        .put("cpu_seconds", limits.cpuSeconds())
        .put("memory_bytes", limits.memoryBytes())
        .put("file_bytes", limits.fileBytes())
        .put("processes", limits.processes())
        .build();
  }

  private static List<Redacted> lines(Redactor redactor, List<String> texts) {
    return texts.stream().map(redactor::line).toList();
  }
}
