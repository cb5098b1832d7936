package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;
import java.util.stream.Collectors;

/** The road that the six operations of the organizer share. Stateless. */
final class FilesRequest {
  /** Longer than any path that Linux takes. */
  static final int MOST_PATH = 4096;

  private FilesRequest() {}

  /** What an operation does with arguments that are right in themselves. */
  @FunctionalInterface
  interface Act {
    Answer act(CheckedRequest.Valid request, Permit permit);
  }

  /** Checks the arguments, records the attempt and its outcome, and acts in between. */
  static OperationResult perform(
      Operation operation, Call call, Recorder recorder, Redactor redactor, Act act) {
    List<Parameter> parameters = operation.parameters();
    CheckedRequest checked = CheckedRequest.check(parameters, call.arguments());
    Redacted shown =
        redactor.line(
            switch (checked) {
              case CheckedRequest.Valid valid -> shown(parameters, valid);
              case CheckedRequest.Invalid invalid -> "invalid: " + invalid.reason();
            });
    return recorder.record(
        operation.name(),
        shown,
        call,
        permit ->
            switch (checked) {
              case CheckedRequest.Invalid invalid ->
                  FilesAnswer.refused(ResultCode.INVALID_REQUEST, invalid.reason());
              case CheckedRequest.Valid valid ->
                  call.cancellation().cancelled()
                      ? FilesAnswer.cancelled()
                      : act.act(valid, permit);
            });
  }

  private static String shown(List<Parameter> parameters, CheckedRequest.Valid request) {
    return parameters.stream()
        .flatMap(
            parameter ->
                request
                    .optional(parameter.name())
                    .map(text -> parameter.name() + "='" + text + "'")
                    .stream())
        .collect(Collectors.joining(" "));
  }
}
