package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import java.util.List;

/** One step back or forth in the history of actions, as a whole and also after a restart. */
final class HistoryStep implements Operation {
  /** Which way, and the words for it. */
  enum Direction {
    /** Reverts the last action. */
    UNDO("undo_last_action", "undid", "undone", "restored") {
      @Override
      Organized.Acting act(Organizer organizer, Permit permit) {
        return organizer.undo(permit);
      }
    },
    /** Makes the last action that was undone again. */
    REDO("redo_last_action", "redid", "redone", "moved") {
      @Override
      Organized.Acting act(Organizer organizer, Permit permit) {
        return organizer.redo(permit);
      }
    };

    private final String tool;
    private final String did;
    private final String done;
    private final String moved;

    Direction(String tool, String did, String done, String moved) {
      this.tool = tool;
      this.did = did;
      this.done = done;
      this.moved = moved;
    }

    abstract Organized.Acting act(Organizer organizer, Permit permit);
  }

  private final Direction direction;
  private final Organizer organizer;
  private final Recorder recorder;
  private final Redactor redactor;

  HistoryStep(Direction direction, Organizer organizer, Recorder recorder) {
    this.direction = direction;
    this.organizer = organizer;
    this.recorder = recorder;
    this.redactor = recorder.redactor();
  }

  @Override
  public String name() {
    return direction.tool;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public OperationResult perform(Call call) {
    return FilesRequest.perform(
        this,
        call,
        recorder,
        (request, permit) ->
            switch (direction.act(organizer, permit)) {
              case Organized.Acted acted -> acted(acted);
              case Organized.Refusal refusal -> FilesAnswer.refused(refusal);
            });
  }

  private Answer acted(Organized.Acted acted) {
    int count = acted.moves().size();
    return FilesAnswer.ok(
        direction.did + " " + acted.action() + ", " + direction.moved + " " + count + " file(s)",
        Detail.builder()
            .put(direction.done, redactor.line(acted.action()))
            .put(direction.moved, count)
            .putAll("moves", FilesAnswer.moves(acted.moves(), redactor))
            .build());
  }
}
