package dev.safemcp.safety.operation;

import dev.safemcp.safety.organize.ListedEntry;
import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.organize.Prospect;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;

/** Lists a folder of the workspace, with what the planner would do with each entry. */
final class ListFiles implements Operation {
  /** The workspace root, relative to itself. */
  private static final String ROOT = "";

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.optional(
              "subdir",
              "folder to list, relative to the workspace root with '/'; the root itself where"
                  + " it is left out",
              FilesRequest.MOST_PATH,
              ROOT));

  private final Organizer organizer;
  private final Recorder recorder;
  private final Redactor redactor;

  ListFiles(Organizer organizer, Recorder recorder) {
    this.organizer = organizer;
    this.recorder = recorder;
    this.redactor = recorder.redactor();
  }

  @Override
  public String name() {
    return "list_files";
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public OperationResult perform(Call call) {
    return FilesRequest.perform(this, call, recorder, (request, permit) -> answer(request));
  }

  private Answer answer(CheckedRequest.Valid request) {
    return switch (WorkspacePath.read(request.optional("subdir").orElse(ROOT))) {
      case WorkspacePath.Reading.Escape escape ->
          Answer.refused(ResultCode.PATH_ESCAPE, escape.reason());
      case WorkspacePath.Reading.Inside inside ->
          switch (organizer.list(inside.path())) {
            case Organized.Listed listed -> listed(listed);
            case Organized.Refusal refusal -> FilesAnswer.refused(refusal);
          };
    };
  }

  private Answer listed(Organized.Listed listed) {
    String reason =
        listed.truncated()
            ? "listed " + listed.entries().size() + " of " + listed.total() + " entries"
            : "listed " + listed.total() + " entries";
    return FilesAnswer.ok(
        reason,
        Detail.builder()
            .put("subdir", redactor.line(listed.folder().toString()))
            .put("entry_count", listed.total())
            .putAll("entries", listed.entries().stream().map(this::entry).toList())
            .put("truncated", listed.truncated())
            .build());
  }

  private Detail entry(ListedEntry entry) {
    Detail.Builder detail =
        Detail.builder()
            .put("name", redactor.line(entry.name().visible()))
            .put("size", entry.size())
            .put("category", entry.category().map(redactor::line).orElse(null));
    return switch (entry.prospect()) {
      case Prospect.Movable movable ->
          detail
              .put("would_move", true)
              .put("code", ResultCode.OK)
              .put("reason", redactor.line("would be moved to '" + movable.destination() + "'"))
              .putNull("rule")
              .build();
      case Prospect.Left left ->
          detail
              .put("would_move", false)
              .put("code", left.code())
              .put("reason", redactor.line(left.reason()))
              .put("rule", left.rule().map(redactor::line).orElse(null))
              .build();
    };
  }
}
