package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;

/** Moves one file or folder that a person names to a free place. */
final class MoveFile implements Operation {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "src",
              "file or folder to move, relative to the workspace root with '/'",
              true,
              FilesRequest.MOST_PATH),
          new Parameter(
              "dest",
              "its new path including its name, relative to the workspace root; missing folders"
                  + " are created, and nothing may be there",
              true,
              FilesRequest.MOST_PATH));

  private final Organizer organizer;
  private final Recorder recorder;
  private final Redactor redactor;

  MoveFile(Organizer organizer, Recorder recorder) {
    this.organizer = organizer;
    this.recorder = recorder;
    this.redactor = recorder.redactor();
  }

  @Override
  public String name() {
    return "move_file";
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public OperationResult perform(Call call) {
    return FilesRequest.perform(this, call, recorder, this::answer);
  }

  private Answer answer(CheckedRequest.Valid request, Permit permit) {
    return switch (WorkspacePath.read(request.text("src"))) {
      case WorkspacePath.Reading.Escape escape ->
          Answer.refused(ResultCode.PATH_ESCAPE, escape.reason());
      case WorkspacePath.Reading.Inside source ->
          switch (WorkspacePath.read(request.text("dest"))) {
            case WorkspacePath.Reading.Escape escape ->
                Answer.refused(ResultCode.PATH_ESCAPE, escape.reason());
            case WorkspacePath.Reading.Inside destination ->
                answer(source.path(), destination.path(), permit);
          };
    };
  }

  private Answer answer(WorkspacePath source, WorkspacePath destination, Permit permit) {
    if (source.isRoot() || destination.isRoot()) {
      return Answer.refused(
          ResultCode.INVALID_REQUEST,
          "'" + (source.isRoot() ? "src" : "dest") + "' names the workspace root itself");
    }
    return switch (organizer.move(source, destination, permit)) {
      case Organized.Acted acted ->
          FilesAnswer.ok(
              "moved " + source,
              Detail.builder()
                  .put("dest", redactor.line(destination.toString()))
                  .put("moved", acted.moves().size())
                  .put("src", redactor.line(source.toString()))
                  .build());
      case Organized.Refusal refusal -> FilesAnswer.refused(refusal);
    };
  }
}
