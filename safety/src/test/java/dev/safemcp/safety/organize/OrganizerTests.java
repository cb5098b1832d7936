package dev.safemcp.safety.organize;

import static dev.safemcp.safety.organize.Workspace.apply;
import static dev.safemcp.safety.organize.Workspace.move;
import static dev.safemcp.safety.organize.Workspace.plan;
import static dev.safemcp.safety.organize.Workspace.redo;
import static dev.safemcp.safety.organize.Workspace.undo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What plan, apply, move, undo and redo promise, on every back end. */
class OrganizerTests {
  @TempDir Path base;

  private Workspace workspace(BackEnd backEnd) {
    return Workspace.in(base, backEnd.calls())
        .file("photo.png", "photo")
        .file("report.pdf", "report")
        .file("setup.exe", "MZ");
  }

  private static void assertActed(Organized outcome, String action, int moves) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Organized.Acted.class,
            acted -> {
              assertThat(acted.action()).isEqualTo(action);
              assertThat(acted.moves()).hasSize(moves);
            });
  }

  private static void assertRefused(Organized outcome, ResultCode code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal -> assertThat(refusal.code()).as(refusal.reason()).isEqualTo(code));
  }

  @ParameterizedTest
  @EnumSource
  void anActionIsUndoneAndRedoneAsAWhole(BackEnd backEnd) {
    Workspace workspace = workspace(backEnd);
    Map<String, String> before = workspace.tree();
    assertActed(apply(workspace.organizer()), "apply_plan", 2);
    Map<String, String> after = workspace.tree();
    assertThat(after)
        .containsEntry("Images/photo.png", "photo")
        .containsEntry("Documents/report.pdf", "report")
        .doesNotContainKeys("photo.png", "report.pdf");
    assertActed(undo(workspace.organizer()), "apply_plan", 2);
    assertThat(workspace.tree()).as("the folders it made go with it").isEqualTo(before);
    assertRefused(undo(workspace.organizer()), ResultCode.OPERATION_FAILED);
    assertActed(redo(workspace.organizer()), "apply_plan", 2);
    assertThat(workspace.tree()).isEqualTo(after);
    assertRefused(redo(workspace.organizer()), ResultCode.OPERATION_FAILED);
    assertActed(undo(workspace.organizer()), "apply_plan", 2);
    assertThat(workspace.tree()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void aChangeBetweenPlanAndApplyRefusesTheWholePlan(BackEnd backEnd) throws IOException {
    Workspace workspace = workspace(backEnd);
    Organizer organizer = workspace.organizer();
    String id = plan(organizer).id().toString();
    Files.writeString(workspace.root.resolve("photo.png"), "other");
    Map<String, String> before = workspace.tree();
    assertThat(organizer.apply(id, Permits.of("apply_plan")))
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal ->
                assertThat(refusal.problems())
                    .extracting(problem -> problem.source().toString())
                    .containsExactly("photo.png"));
    assertThat(workspace.tree()).isEqualTo(before);
    assertRefused(organizer.apply(id, Permits.of("apply_plan")), ResultCode.INVALID_REQUEST);
    assertThat(workspace.journal).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsOverwritten(BackEnd backEnd) throws IOException {
    Workspace workspace = workspace(backEnd).file("Documents/report.pdf", "older");
    Files.createSymbolicLink(workspace.root.resolve("dangling.txt"), Path.of("nowhere"));
    Organizer organizer = workspace.organizer();
    Map<String, String> before = workspace.tree();
    for (String destination :
        new String[] {
          "Documents/report.pdf", "dangling.txt", "setup.exe", "Documents", "report.pdf"
        }) {
      assertRefused(move(organizer, "report.pdf", destination), ResultCode.OPERATION_FAILED);
    }
    assertThat(plan(organizer).moves())
        .extracting(filed -> filed.step().source().toString())
        .containsExactly("photo.png");
    assertThat(workspace.tree()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void noLinkLeadsOut(BackEnd backEnd) throws IOException {
    Workspace workspace = workspace(backEnd);
    Files.writeString(workspace.outside.resolve("secret.txt"), "secret");
    Files.createSymbolicLink(workspace.root.resolve("out"), workspace.outside);
    Files.createSymbolicLink(workspace.root.resolve("link.pdf"), Path.of("report.pdf"));
    Organizer organizer = workspace.organizer();
    assertRefused(move(organizer, "report.pdf", "out/report.pdf"), ResultCode.PATH_ESCAPE);
    assertRefused(move(organizer, "report.pdf", "out/new/report.pdf"), ResultCode.PATH_ESCAPE);
    assertRefused(move(organizer, "out/secret.txt", "secret.txt"), ResultCode.PATH_ESCAPE);
    assertRefused(move(organizer, "link.pdf", "Documents/link.pdf"), ResultCode.POLICY_DENIED);
    assertRefused(organizer.list(Workspace.path("out")), ResultCode.PATH_ESCAPE);
    // No link is followed, not even one that stays inside: where it points may change.
    Files.createDirectory(workspace.root.resolve("album"));
    Files.createSymbolicLink(workspace.root.resolve("inner"), Path.of("album"));
    assertRefused(move(organizer, "report.pdf", "inner/report.pdf"), ResultCode.PATH_ESCAPE);
    assertThat(workspace.outside).isDirectoryNotContaining("glob:**report.pdf");
  }

  @ParameterizedTest
  @EnumSource
  void newWorkClearsRedo(BackEnd backEnd) {
    Workspace workspace = workspace(backEnd);
    Organizer organizer = workspace.organizer();
    apply(organizer);
    undo(organizer);
    assertActed(move(organizer, "setup.exe", "kept/setup.exe"), "move_file", 1);
    assertRefused(redo(organizer), ResultCode.OPERATION_FAILED);
    assertThat(workspace.tree()).containsKeys("photo.png", "kept/setup.exe");
    assertActed(undo(organizer), "move_file", 1);
    assertThat(workspace.tree()).containsKey("setup.exe").doesNotContainKey("kept/");
  }

  @ParameterizedTest
  @EnumSource
  void undoGivesWayToNobodyAndKeepsItsEntry(BackEnd backEnd) throws IOException {
    Workspace workspace = workspace(backEnd);
    Organizer organizer = workspace.organizer();
    apply(organizer);
    Files.writeString(workspace.root.resolve("photo.png"), "newcomer");
    Map<String, String> before = workspace.tree();
    assertRefused(undo(organizer), ResultCode.OPERATION_FAILED);
    assertThat(workspace.tree()).as("all or nothing").isEqualTo(before);
    Files.delete(workspace.root.resolve("photo.png"));
    assertActed(undo(organizer), "apply_plan", 2);
  }

  @ParameterizedTest
  @EnumSource
  void aFolderThatWasMadeStaysWhereSomethingElseIsInIt(BackEnd backEnd) {
    Workspace workspace = workspace(backEnd);
    Organizer organizer = workspace.organizer();
    apply(organizer);
    workspace.file("Images/mine.png", "mine");
    assertActed(undo(organizer), "apply_plan", 2);
    assertThat(workspace.tree())
        .containsEntry("Images/mine.png", "mine")
        .doesNotContainKey("Documents/");
  }

  @ParameterizedTest
  @EnumSource
  void anEditedFileIsStillTheFileThatUndoMovesBack(BackEnd backEnd) throws IOException {
    Workspace workspace = workspace(backEnd);
    Organizer organizer = workspace.organizer();
    apply(organizer);
    Files.writeString(workspace.root.resolve("Documents/report.pdf"), "edited");
    assertActed(undo(organizer), "apply_plan", 2);
    assertThat(workspace.tree()).containsEntry("report.pdf", "edited");
    workspace.file("other.txt", "x");
  }

  @ParameterizedTest
  @EnumSource
  void aFolderIsMovedOrRefusedByName(BackEnd backEnd) {
    Workspace workspace = workspace(backEnd).file("album/a.png", "a");
    Organizer organizer = workspace.organizer();
    assertRefused(move(organizer, "album", "album/inner"), ResultCode.OPERATION_FAILED);
    Organized outcome = move(organizer, "album", "kept/album");
    if (backEnd == BackEnd.KERNEL) {
      assertActed(outcome, "move_file", 1);
      assertThat(workspace.tree()).containsEntry("kept/album/a.png", "a");
    } else {
      assertRefused(outcome, ResultCode.OPERATION_FAILED);
      assertThat(workspace.tree()).containsEntry("album/a.png", "a").doesNotContainKey("kept/");
    }
  }
}
