package dev.safemcp.safety.operation;

import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;
import java.util.OptionalInt;

/** The answers that the six operations of the organizer share. Stateless. */
final class FilesAnswer {
  private FilesAnswer() {}

  static Answer ok(String reason, Detail detail) {
    return Answer.of(ResultCode.OK, reason, detail);
  }

  static Answer refused(Organized.Refusal refusal) {
    return Answer.refused(refusal.code(), refusal.reason());
  }

  static Answer cancelled() {
    return new Answer(
        ResultCode.OPERATION_FAILED,
        "cancelled before anything was done",
        Detail.none(),
        OptionalInt.empty(),
        true);
  }

  /** Returns moves as the wire shows them. */
  static List<Detail> moves(List<MoveStep> moves, Redactor redactor) {
    return moves.stream()
        .map(
            step ->
                Detail.builder()
                    .put("dest", redactor.line(step.destination().toString()))
                    .put("src", redactor.line(step.source().toString()))
                    .build())
        .toList();
  }
}
