package dev.safemcp.safety.operation;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import java.util.List;

/** Applies a plan: all of it, or nothing where something changed since it was made. */
final class ApplyPlan implements Operation {
  private static final List<Parameter> PARAMETERS =
      List.of(new Parameter("plan_id", "the id that plan_organize returned; good once", true, 64));

  /** Names of moves that a refusal lists. */
  private static final int MOST_NAMED = 100;

  private final Organizer organizer;
  private final Recorder recorder;
  private final Redactor redactor;

  ApplyPlan(Organizer organizer, Recorder recorder) {
    this.organizer = organizer;
    this.recorder = recorder;
    this.redactor = recorder.redactor();
  }

  @Override
  public String name() {
    return "apply_plan";
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public OperationResult perform(Call call) {
    return FilesRequest.perform(
        this, call, recorder, (request, permit) -> answer(request.text("plan_id"), permit));
  }

  private Answer answer(String planId, Permit permit) {
    return switch (organizer.apply(planId, permit)) {
      case Organized.Acted acted ->
          FilesAnswer.ok(
              "moved " + acted.moves().size() + " file(s)",
              Detail.builder()
                  .put("moved", acted.moves().size())
                  .putAll("moves", FilesAnswer.moves(acted.moves(), redactor))
                  .put("plan_id", redactor.line(planId))
                  .put("planned", acted.moves().size())
                  .build());
      case Organized.Refusal refusal -> refused(refusal);
    };
  }

  /** The one refusal with a detail: which files are not as the plan saw them. */
  private Answer refused(Organized.Refusal refusal) {
    if (refusal.problems().isEmpty()) {
      return FilesAnswer.refused(refusal);
    }
    return Answer.of(
        refusal.code(),
        refusal.reason(),
        Detail.builder()
            .putAll(
                "stale",
                refusal.problems().stream()
                    .limit(MOST_NAMED)
                    .map(
                        problem ->
                            Detail.builder()
                                .put("reason", redactor.line(problem.reason()))
                                .put("src", redactor.line(problem.source().toString()))
                                .build())
                    .toList())
            .build());
  }
}
