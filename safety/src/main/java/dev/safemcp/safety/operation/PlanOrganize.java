package dev.safemcp.safety.operation;

import dev.safemcp.safety.organize.Organized;
import dev.safemcp.safety.organize.Organizer;
import dev.safemcp.safety.organize.Plan;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Proposes moves for the entries of the workspace root, and touches nothing. */
final class PlanOrganize implements Operation {
  /** ISO-8601 with six digits and a numeric offset, which {@code Instant.toString} is not. */
  private static final DateTimeFormatter CREATED =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Organizer organizer;
  private final Recorder recorder;
  private final Redactor redactor;

  PlanOrganize(Organizer organizer, Recorder recorder) {
    this.organizer = organizer;
    this.recorder = recorder;
    this.redactor = recorder.redactor();
  }

  @Override
  public String name() {
    return "plan_organize";
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
            switch (organizer.plan()) {
              case Organized.Planned planned -> planned(planned.plan());
              case Organized.Refusal refusal -> FilesAnswer.refused(refusal);
            });
  }

  private Answer planned(Plan plan) {
    return FilesAnswer.ok(
        "proposed " + plan.moves().size() + " move(s), skipped " + plan.skipCount(),
        Detail.builder()
            .put("created", redactor.line(CREATED.format(plan.created())))
            .put("move_count", plan.moves().size())
            .putAll("moves", plan.moves().stream().map(this::move).toList())
            .put("plan_id", redactor.line(plan.id().toString()))
            .put("skip_count", plan.skipCount())
            .putAll("skips", plan.skips().stream().map(this::skip).toList())
            .put("truncated", plan.truncated())
            .build());
  }

  private Detail move(Plan.Filed move) {
    return Detail.builder()
        .put("category", redactor.line(move.category()))
        .put("dest", redactor.line(move.step().destination().toString()))
        .put("size", move.step().facts().size())
        .put("src", redactor.line(move.step().source().toString()))
        .build();
  }

  private Detail skip(Plan.Skipped skip) {
    return Detail.builder()
        .put("code", skip.left().code())
        .put("name", redactor.line(skip.name().visible()))
        .put("reason", redactor.line(skip.left().reason()))
        .put("rule", skip.left().rule().map(redactor::line).orElse(null))
        .build();
  }
}
