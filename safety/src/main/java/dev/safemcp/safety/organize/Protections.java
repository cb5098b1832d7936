package dev.safemcp.safety.organize;

import dev.safemcp.safety.decision.EntryVetting;
import dev.safemcp.safety.decision.EntryVetting.Verdict;
import dev.safemcp.safety.entry.Entry;
import dev.safemcp.safety.entry.Labels;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.util.Optional;

/**
 * The protections as they bind what is moved by name, or out of a journal that an earlier policy
 * wrote: on both names, and on every folder that is passed. Thread-safe.
 */
final class Protections {
  private final EntryVetting vetting;

  Protections(EntryVetting vetting) {
    this.vetting = vetting;
  }

  /** Returns the refusal of the first move that a protection is against. */
  Optional<Organized.Refusal> denied(Order order) {
    return order.moves().stream()
        .map(intent -> intent.step())
        .flatMap(step -> denied(step).stream())
        .findFirst();
  }

  private Optional<Organized.Refusal> denied(MoveStep step) {
    return way(step.source())
        .or(() -> way(step.destination()))
        .or(() -> bearing(step, step.source()))
        .or(() -> bearing(step, step.destination()));
  }

  private Optional<Organized.Refusal> bearing(MoveStep step, WorkspacePath path) {
    return denied(
        vetting.named(
            new Entry(path.name(), step.facts(), Labels.of(path.name(), step.facts().kind()))));
  }

  /** Returns the refusal of a folder on the way to an entry. */
  Optional<Organized.Refusal> way(WorkspacePath path) {
    return path.folder().components().stream()
        .map(vetting::passing)
        .flatMap(verdict -> denied(verdict).stream())
        .findFirst();
  }

  static Optional<Organized.Refusal> denied(Verdict verdict) {
    return verdict instanceof Verdict.Protected denied
        ? Optional.of(new Organized.Refusal(ResultCode.POLICY_DENIED, denied.reason()))
        : Optional.empty();
  }
}
