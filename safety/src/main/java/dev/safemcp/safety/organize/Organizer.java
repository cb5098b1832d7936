package dev.safemcp.safety.organize;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.decision.EntryVetting;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.journal.ChannelStateCalls;
import dev.safemcp.safety.journal.History;
import dev.safemcp.safety.journal.HistoryEntry;
import dev.safemcp.safety.journal.Journal;
import dev.safemcp.safety.journal.JournalRecord.Intent;
import dev.safemcp.safety.journal.JournalSession;
import dev.safemcp.safety.journal.StateCalls;
import dev.safemcp.safety.kernel.LinuxFileCalls;
import dev.safemcp.safety.move.Likeness;
import dev.safemcp.safety.move.Mover;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.move.PortableFileCalls;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.result.ResultCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The organizer of one workspace. Thread-safe: looking goes on side by side, acting takes turns, in
 * this process and with others that share the journal.
 */
public final class Organizer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int SURVEYS = 2;

  private final FilesPolicy policy;
  private final FileCalls calls;
  private final Mover mover;
  private final Journal journal;
  private final EntryVetting vetting;
  private final Survey survey;
  private final Protections protections;
  private final PlanStore plans = new PlanStore();

  /** Each survey may hold the names of a large folder, so that they take turns. */
  private final Semaphore surveys = new Semaphore(SURVEYS, true);

  private Organizer(FilesPolicy policy, FileCalls calls, StateCalls state, Duration patience) {
    this.policy = policy;
    this.calls = calls;
    this.mover = new Mover(calls);
    this.journal = new Journal(state, policy.journal(), policy.workspaceRoot(), patience);
    this.vetting = EntryVetting.of(policy);
    this.protections = new Protections(vetting);
    this.survey = new Survey(policy, vetting, calls);
  }

  /** Returns the organizer of a policy with the best calls that this system has. */
  public static Organizer of(FilesPolicy policy) {
    return of(
        policy, LinuxFileCalls.bind().orElseGet(PortableFileCalls::new), new ChannelStateCalls());
  }

  /** Returns the organizer of a policy; nothing is touched yet. */
  public static Organizer of(FilesPolicy policy, FileCalls calls, StateCalls state) {
    return new Organizer(policy, calls, state, PATIENCE);
  }

  static Organizer of(FilesPolicy policy, FileCalls calls, StateCalls state, Duration patience) {
    return new Organizer(policy, calls, state, patience);
  }

  /** Returns what is not enforced on this system, for the operator; empty where all is. */
  public Optional<String> weakness() {
    return calls.weakness();
  }

  /**
   * Binds the system's calls, so that the first request need not. A root that is gone is its
   * matter.
   */
  public void warmUp() {
    try (Folder root = calls.openRoot(policy.workspaceRoot())) {
      FileFacts ignored = calls.stat(root);
    } catch (CallFailed later) {
      // Each request says so.
    }
  }

  /** Lists a folder. */
  public Organized.Listing list(WorkspacePath folder) {
    surveys.acquireUninterruptibly();
    try {
      return survey.list(folder);
    } catch (CallFailed failure) {
      return refusal(folder, failure);
    } finally {
      surveys.release();
    }
  }

  /** Makes a plan of the workspace root and keeps it for {@link #apply}. */
  public Organized.Planning plan() {
    surveys.acquireUninterruptibly();
    try {
      Plan plan = survey.plan();
      plans.put(plan);
      return new Organized.Planned(plan);
    } catch (CallFailed failure) {
      return refusal(WorkspacePath.root(), failure);
    } finally {
      surveys.release();
    }
  }

  /** Applies a plan, and spends its id whatever comes of it. */
  public Organized.Acting apply(String planId, Permit permit) {
    Optional<Plan> plan = plans.take(planId);
    if (plan.isEmpty()) {
      return new Organized.Refusal(
          ResultCode.INVALID_REQUEST, "unknown or used plan_id: call plan_organize for a new one");
    }
    List<Plan.Filed> moves = plan.get().moves();
    if (moves.isEmpty()) {
      return new Organized.Acted(permit.action(), List.of());
    }
    return acting(
        permit,
        (session, folders) ->
            new Execution(mover, session, folders, permit)
                .perform(
                    new Order(
                        permit.action(),
                        OptionalLong.empty(),
                        IntStream.range(0, moves.size())
                            .mapToObj(i -> new Intent(moves.get(i).step(), i))
                            .toList(),
                        Likeness.UNCHANGED,
                        List.of())));
  }

  /** Moves what a person names. */
  public Organized.Acting move(WorkspacePath source, WorkspacePath destination, Permit permit) {
    NamedMove named = new NamedMove(vetting, protections, calls, policy.workspaceRoot());
    return switch (named.check(source, destination)) {
      case NamedMove.Check.Refused refused -> refused.refusal();
      case NamedMove.Check.Free free ->
          acting(
              permit,
              (session, folders) ->
                  new Execution(mover, session, folders, permit)
                      .perform(
                          new Order(
                              permit.action(),
                              OptionalLong.empty(),
                              List.of(new Intent(free.step(), 0)),
                              Likeness.UNCHANGED,
                              List.of())));
    };
  }

  /** Reverts the last action that can be undone, last move first. */
  public Organized.Acting undo(Permit permit) {
    return stepping(
        permit,
        History::lastDone,
        "there is nothing to undo",
        entry ->
            order(
                permit,
                entry,
                entry.undoable().stream()
                    .map(i -> new Intent(entry.moves().get(i).step().reversed(), i))
                    .toList(),
                entry.made()));
  }

  /** Makes the last action that was undone again. */
  public Organized.Acting redo(Permit permit) {
    return stepping(
        permit,
        History::lastUndone,
        "there is nothing to redo",
        entry ->
            order(
                permit,
                entry,
                entry.redoable().stream()
                    .map(i -> new Intent(entry.moves().get(i).step(), i))
                    .toList(),
                List.of()));
  }

  private static Order order(
      Permit permit, HistoryEntry entry, List<Intent> moves, List<WorkspacePath> removable) {
    return new Order(
        permit.action(), OptionalLong.of(entry.id()), moves, Likeness.SAME_FILE, removable);
  }

  /** The answer names the action that was undone or redone, not the tool that did so. */
  private Organized.Acting stepping(
      Permit permit,
      Function<History, Optional<HistoryEntry>> pick,
      String nothing,
      Function<HistoryEntry, Order> plan) {
    return acting(
        permit,
        (session, folders) -> {
          Optional<HistoryEntry> picked = pick.apply(session.history());
          if (picked.isEmpty()) {
            return new Organized.Refusal(ResultCode.OPERATION_FAILED, nothing);
          }
          Order order = plan.apply(picked.get());
          Optional<Organized.Refusal> denied = protections.denied(order);
          if (denied.isPresent()) {
            return denied.get();
          }
          return switch (new Execution(mover, session, folders, permit).perform(order)) {
            case Organized.Acted acted -> new Organized.Acted(picked.get().action(), acted.moves());
            case Organized.Refusal refusal -> refusal;
          };
        });
  }

  /** What is done while the journal is ours and settled. */
  private interface Work {
    Organized.Acting with(JournalSession session, OpenFolders folders) throws CallFailed;
  }

  private Organized.Acting acting(Permit permit, Work work) {
    return switch (journal.open()) {
      case Journal.Opening.Refused refused ->
          new Organized.Refusal(ResultCode.OPERATION_FAILED, refused.reason());
      case Journal.Opening.Opened opened -> {
        try (JournalSession session = opened.session();
            OpenFolders folders = OpenFolders.of(calls, policy.workspaceRoot())) {
          int _ = new Recovery(mover, session, folders, permit).settle();
          yield work.with(session, folders);
        } catch (CallFailed failure) {
          yield new Organized.Refusal(
              ResultCode.OPERATION_FAILED,
              "nothing was moved: the workspace or its journal cannot be used ("
                  + failure.error().words()
                  + ")");
        }
      }
    };
  }

  static Organized.Refusal refusal(WorkspacePath path, CallFailed failure) {
    String what = path.isRoot() ? "the workspace root" : "'" + path + "'";
    return new Organized.Refusal(
        failure.error() == FileError.ELOOP ? ResultCode.PATH_ESCAPE : ResultCode.OPERATION_FAILED,
        what + ": " + failure.error().words());
  }
}
