package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import java.util.List;

/** Reverts the last action as a whole, also after a restart. */
final class UndoLastAction implements Operation {
  private final Organizer organizer;
  private final Recorder recorder;
  private final Redactor redactor;

  UndoLastAction(Organizer organizer, Recorder recorder) {
    this.organizer = organizer;
    this.recorder = recorder;
    this.redactor = recorder.redactor();
  }

  @Override
  public String name() {
    return "undo_last_action";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public OperationResult perform(Call call) {
    return FilesRequest.perform(this, call, recorder, (request, permit) -> answer(permit));
  }

  private Answer answer(Permit permit) {
    return switch (organizer.undo(permit)) {
      case Organized.Acted acted ->
          FilesAnswer.ok(
              "undid " + acted.action() + ", restored " + acted.moves().size() + " file(s)",
              Detail.builder()
                  .put("undone", redactor.line(acted.action()))
                  .put("restored", acted.moves().size())
                  .putAll("moves", FilesAnswer.moves(acted.moves(), redactor))
                  .build());
      case Organized.Refusal refusal -> FilesAnswer.refused(refusal);
    };
  }
}
