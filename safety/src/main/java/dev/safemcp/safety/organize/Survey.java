package dev.safemcp.safety.organize;

import dev.safemcp.safety.decision.EntryVetting;
import dev.safemcp.safety.entry.Entry;
import dev.safemcp.safety.entry.EntryReader;
import dev.safemcp.safety.entry.FolderNames;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.result.ResultCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at a workspace without touching it: the listing and the plan. Thread-safe. */
final class Survey {
  /** Names that one listing looks at. */
  static final int LISTED_NAMES = 5_000;

  /** Names that one plan looks at; with more, the plan is one of the first. */
  static final int PLANNED_NAMES = 250_000;

  private final FilesPolicy policy;
  private final EntryVetting vetting;
  private final FileCalls calls;

  Survey(FilesPolicy policy, EntryVetting vetting, FileCalls calls) {
    this.policy = policy;
    this.vetting = vetting;
    this.calls = calls;
  }

  Organized.Listed list(WorkspacePath path) throws CallFailed {
    try (OpenFolders folders = OpenFolders.of(calls, policy.workspaceRoot())) {
      FolderNames names = FolderNames.read(calls, folders.open(path), LISTED_NAMES);
      Prospecting prospecting = new Prospecting(policy, vetting, folders);
      EntryReader reader = new EntryReader(calls, vetting.asksForAppFolders());
      AnswerBudget budget = new AnswerBudget(AnswerBudget.ANSWER, 128);
      List<ListedEntry> listed = new ArrayList<>();
      long total = names.total();
      for (Name name : names.first()) {
        ListedEntry line;
        try {
          Optional<Entry> entry = reader.read(folders.open(path), name);
          if (entry.isEmpty()) {
            total--; // gone since the folder was read
            continue;
          }
          line = line(entry.get(), path, prospecting);
        } catch (CallFailed failure) {
          line = new ListedEntry(name, 0, Optional.empty(), unseen(failure));
        }
        if (!budget.take(name.visible(), line.category().orElse(""), reason(line.prospect()))) {
          break;
        }
        listed.add(line);
      }
      return new Organized.Listed(path, listed, total);
    }
  }

  /** One entry that the system does not show, such as a dead mount, hides no other. */
  private static Prospect.Left unseen(CallFailed failure) {
    return new Prospect.Left(
        ResultCode.OPERATION_FAILED, "it cannot be looked at: " + failure.error().words());
  }

  private static ListedEntry line(Entry entry, WorkspacePath folder, Prospecting prospecting)
      throws CallFailed {
    Prospect prospect =
        folder.isRoot()
            ? prospecting.of(entry)
            : prospecting
                .refusal(entry)
                .orElseGet(
                    () ->
                        new Prospect.Left(
                            ResultCode.NEEDS_EXPLICIT_REQUEST,
                            "only entries of the workspace root are organized"));
    return new ListedEntry(
        entry.name(), entry.facts().size(), prospecting.category(entry), prospect);
  }

  static String reason(Prospect prospect) {
    return switch (prospect) {
      case Prospect.Movable movable -> "would be moved to '" + movable.destination() + "'";
      case Prospect.Left left -> left.reason();
    };
  }

  Plan plan() throws CallFailed {
    try (OpenFolders folders = OpenFolders.of(calls, policy.workspaceRoot())) {
      WorkspacePath root = WorkspacePath.root();
      FolderNames names = FolderNames.read(calls, folders.open(root), PLANNED_NAMES);
      Prospecting prospecting = new Prospecting(policy, vetting, folders);
      EntryReader reader = new EntryReader(calls, vetting.asksForAppFolders());
      Draft draft = new Draft(policy.maxPlanMoves());
      for (Name name : names.first()) {
        try {
          Optional<Entry> entry = reader.read(folders.open(root), name);
          if (entry.isPresent()) {
            draft.add(entry.get(), prospecting);
          }
        } catch (CallFailed failure) {
          draft.skip(name, unseen(failure));
        }
      }
      return draft.plan(names.first().size() < names.total());
    }
  }

  /** A plan that is being filled, each half within its bounds. */
  private static final class Draft {
    private final AnswerBudget moveBudget = new AnswerBudget(AnswerBudget.ANSWER * 3 / 4, 64);
    private final AnswerBudget skipBudget = new AnswerBudget(AnswerBudget.ANSWER / 4, 96);
    private final List<Plan.Filed> moves = new ArrayList<>();
    private final List<Plan.Skipped> skips = new ArrayList<>();
    private final int mostMoves;
    private long skipCount;
    private boolean full;

    Draft(int mostMoves) {
      this.mostMoves = mostMoves;
    }

    void add(Entry entry, Prospecting prospecting) throws CallFailed {
      if (full) {
        // Only counted: whether its place is free is asked when its turn comes.
        prospecting.refusal(entry).ifPresent(left -> skip(entry.name(), left));
        return;
      }
      switch (prospecting.of(entry)) {
        case Prospect.Left left -> skip(entry.name(), left);
        case Prospect.Movable movable -> {
          WorkspacePath source = WorkspacePath.root().resolve(entry.name().visible());
          full =
              moves.size() == mostMoves
                  || !moveBudget.take(
                      source.toString(), movable.destination().toString(), movable.category());
          if (!full) {
            moves.add(
                new Plan.Filed(
                    movable.category(),
                    new MoveStep(source, movable.destination(), entry.facts())));
          }
        }
      }
    }

    private void skip(Name name, Prospect.Left left) {
      skipCount++;
      if (skipBudget.take(name.visible(), left.reason())) {
        skips.add(new Plan.Skipped(name, left));
      }
    }

    Plan plan(boolean namesLeftOut) {
      return new Plan(
          PlanStore.newId(),
          Instant.now().truncatedTo(ChronoUnit.MICROS),
          moves,
          skips,
          skipCount,
          full || skips.size() < skipCount || namesLeftOut);
    }
  }
}
