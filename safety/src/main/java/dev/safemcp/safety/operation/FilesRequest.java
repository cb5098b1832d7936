package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;

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

  /** Records the attempt and its outcome; checks the arguments and acts in between. */
  static OperationResult perform(Operation operation, Call call, Recorder recorder, Act act) {
    return recorder.record(
        operation.name(),
        call,
        permit ->
            switch (CheckedRequest.check(operation.parameters(), call.arguments())) {
              case CheckedRequest.Invalid invalid ->
                  Answer.refused(ResultCode.INVALID_REQUEST, invalid.reason());
              case CheckedRequest.Valid valid ->
                  call.cancellation().cancelled()
                      ? FilesAnswer.cancelled()
                      : act.act(valid, permit);
            });
  }
}
