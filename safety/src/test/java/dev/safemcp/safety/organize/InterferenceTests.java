package dev.safemcp.safety.organize;

import static dev.safemcp.safety.organize.Workspace.apply;
import static dev.safemcp.safety.organize.Workspace.move;
import static dev.safemcp.safety.organize.Workspace.plan;
import static dev.safemcp.safety.organize.Workspace.redo;
import static dev.safemcp.safety.organize.Workspace.undo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.HookedCalls;
import dev.safemcp.safety.journal.ChannelStateCalls;
import dev.safemcp.safety.kernel.Kernels;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.Layer;
import dev.safemcp.safety.policy.FilesPolicy.SkipRule;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody else is at work in the workspace at the worst moment: folders, links, the root. */
class InterferenceTests {
  @TempDir Path base;

  private interface Interference {
    void once() throws IOException;
  }

  /** Interferes right before the n-th rename of an action. */
  private static Workspace interfered(Workspace workspace, int at, Interference interference) {
    AtomicInteger renames = new AtomicInteger();
    return workspace.with(
        new HookedCalls(Kernels.current()) {
          @Override
          protected void before(String call) {
            if (call.equals("renameNoReplace") && renames.getAndIncrement() == at) {
              try {
                interference.once();
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            }
          }
        },
        new ChannelStateCalls());
  }

  private static Organized.Refusal refused(Organized outcome) {
    assertThat(outcome).isInstanceOf(Organized.Refusal.class);
    return (Organized.Refusal) outcome;
  }

  @Test
  void aWorkspaceThatIsRenamedInTheMidstTakesNothingAlong() throws IOException {
    Workspace workspace =
        Workspace.in(base, Kernels.current()).file("a.txt", "a").file("b.png", "b");
    Path elsewhere = workspace.outside.resolve("taken");
    Organizer organizer =
        interfered(workspace, 1, () -> Files.move(workspace.root, elsewhere)).organizer();
    assertThat(refused(apply(organizer)).code()).isEqualTo(ResultCode.OPERATION_FAILED);
    assertThat(elsewhere.resolve("a.txt")).hasContent("a");
    assertThat(elsewhere.resolve("b.png")).hasContent("b");
    assertThat(elsewhere.resolve("Documents")).doesNotExist();
    assertThat(refused(undo(workspace.organizer())).reason()).contains("not found");
    Files.createSymbolicLink(workspace.root, elsewhere);
    assertThat(refused(undo(workspace.organizer())).reason()).contains("link");
    assertThat(refused(workspace.organizer().list(Workspace.path(""))).code())
        .isEqualTo(ResultCode.PATH_ESCAPE);
    Files.delete(workspace.root);
    Files.move(elsewhere, workspace.root);
    assertThat(apply(workspace.organizer())).isInstanceOf(Organized.Acted.class);
  }

  @Test
  void aCategoryFolderThatLeavesTheWorkspaceTakesNothingAlong() throws IOException {
    Workspace workspace =
        Workspace.in(base, Kernels.current()).file("a.txt", "a").file("b.png", "b");
    Path elsewhere = workspace.outside.resolve("taken");
    Organizer organizer =
        interfered(
                workspace,
                1,
                () -> {
                  Files.move(workspace.root.resolve("Documents"), elsewhere);
                  Files.createSymbolicLink(workspace.root.resolve("Documents"), elsewhere);
                })
            .organizer();
    assertThat(refused(apply(organizer)).reason()).contains("moved meanwhile");
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(workspace.tree()).containsKeys("a.txt", "b.png");
  }

  @Test
  void aFolderSwappedForALinkBetweenPlanAndApplyRefusesThePlan() throws IOException {
    Workspace workspace =
        Workspace.in(base, Kernels.current()).file("a.txt", "a").file("Documents/x", "x");
    Organizer organizer = workspace.organizer();
    String id = plan(organizer).id().toString();
    Files.move(workspace.root.resolve("Documents"), workspace.root.resolve("Old"));
    Files.createSymbolicLink(workspace.root.resolve("Documents"), workspace.outside);
    assertThat(refused(organizer.apply(id, Permits.of("apply_plan"))).reason()).contains("link");
    assertThat(workspace.outside).isEmptyDirectory();
    assertThat(workspace.root.resolve("a.txt")).hasContent("a");
  }

  /** The settling of an interrupted action meets a link where a folder was. */
  @ParameterizedTest
  @EnumSource(names = {"KERNEL", "OLD_KERNEL"})
  void anInterruptedActionWhoseFolderBecameALinkStopsNoLaterWork(BackEnd backEnd)
      throws IOException {
    Workspace sound =
        Workspace.in(base, backEnd.calls())
            .file("a.txt", "a")
            .file("b.txt", "b")
            .file("c.png", "c");
    // Ends as late as it can: all is moved, and nothing is settled.
    boolean ended = false;
    for (int at = 0; !(ended && sound.tree().containsKey("Images/c.png")); at++) {
      undo(sound.organizer());
      Faults faults = new Faults(Faults.Kind.ENDS_AFTER, at, FileError.EIO);
      ended = endsIn(sound.with(faults.files(backEnd.calls()), faults.state()));
    }
    Path kept = sound.root.resolve("kept");
    Files.move(sound.root.resolve("Documents"), kept);
    Files.createSymbolicLink(sound.root.resolve("Documents"), sound.outside);

    Organizer organizer = sound.organizer();
    sound.file("new.dat", "n");
    assertThat(move(organizer, "new.dat", "new2.dat")).isInstanceOf(Organized.Acted.class);
    assertThat(undo(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(refused(undo(organizer)).reason()).contains("link");
    assertThat(sound.outside).isEmptyDirectory();

    Files.delete(sound.root.resolve("Documents"));
    Files.move(kept, sound.root.resolve("Documents"));
    assertThat(undo(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(sound.tree()).containsOnlyKeys("a.txt", "b.txt", "c.png", "new.dat");
  }

  /** Returns whether applying ended the program; a fault in the planning does not count. */
  private static boolean endsIn(Workspace faulty) {
    try {
      Organized _ = apply(faulty.organizer());
      return false;
    } catch (Faults.End end) {
      return true;
    } catch (ClassCastException noPlan) {
      return false;
    }
  }

  @Test
  void aProtectionThatCameLaterBindsUndoAndRedo() {
    Workspace workspace =
        Workspace.in(base, Kernels.current()).file(".env", "e").file("a.txt", "a");
    assertThat(move(workspace.organizer(), ".env", "kept/env")).isInstanceOf(Organized.Acted.class);
    List<SkipRule> stricter = new ArrayList<>(workspace.policy.skips());
    stricter.add(new SkipRule(Layer.PROTECTION, Set.of(Label.DOTFILE), "dotfiles are sacred"));
    FilesPolicy later =
        new FilesPolicy(
            workspace.root,
            workspace.journal,
            workspace.policy.maxPlanMoves(),
            workspace.policy.categories(),
            stricter);
    Organizer strict = Organizer.of(later, Kernels.current(), new ChannelStateCalls());
    Organized.Refusal refusal = refused(undo(strict));
    assertThat(refusal.code()).isEqualTo(ResultCode.POLICY_DENIED);
    assertThat(refusal.reason()).isEqualTo("dotfiles are sacred");
    assertThat(undo(workspace.organizer()))
        .as("the entry stays")
        .isInstanceOf(Organized.Acted.class);
    assertThat(refused(redo(strict)).code()).isEqualTo(ResultCode.POLICY_DENIED);
    assertThat(workspace.tree()).containsOnlyKeys(".env", "a.txt");
  }

  @Test
  void sixtyFourCallsSideBySideTakeTurns() throws Exception {
    Workspace workspace = Workspace.in(base, Kernels.current());
    for (int i = 0; i < 64; i++) {
      workspace.file("f" + i + ".dat", String.valueOf(i));
    }
    Organizer organizer = workspace.organizer();
    try (ExecutorService callers = Executors.newFixedThreadPool(64)) {
      List<Future<Organized>> answers = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        String name = "f" + i + ".dat";
        answers.add(callers.submit(() -> move(organizer, name, "to/" + name)));
      }
      for (Future<Organized> answer : answers) {
        assertThat(answer.get()).isInstanceOf(Organized.Acted.class);
      }
      List<Future<Organized>> undone = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        undone.add(callers.submit(() -> undo(organizer)));
      }
      for (Future<Organized> answer : undone) {
        assertThat(answer.get()).isInstanceOf(Organized.Acted.class);
      }
    }
    Map<String, String> tree = workspace.tree();
    assertThat(tree).hasSize(64).doesNotContainKey("to/");
  }
}
