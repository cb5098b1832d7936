package dev.safemcp.safety.organize;

import static dev.safemcp.safety.organize.Workspace.apply;
import static dev.safemcp.safety.organize.Workspace.move;
import static dev.safemcp.safety.organize.Workspace.plan;
import static dev.safemcp.safety.organize.Workspace.undo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.FolderAccess;
import dev.safemcp.safety.file.HookedCalls;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.file.Standing;
import dev.safemcp.safety.journal.ChannelStateCalls;
import dev.safemcp.safety.kernel.Kernels;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What cannot be moved, looked at or written. A plan is applied as a whole, so what is sure to fail
 * is left out of it with the reason, and the rest can be organized.
 */
class StuckEntryTests {
  @TempDir Path base;

  private Workspace workspace() {
    return Workspace.in(base, Kernels.current()).file("a.txt", "a").file("b.png", "b");
  }

  @AfterEach
  void openEverythingForTheCleanUp() throws IOException {
    try (var all = Files.newDirectoryStream(base.resolve("root"), Files::isDirectory)) {
      for (Path folder : all) {
        permit(folder, "rwxr-xr-x");
      }
    }
    permit(base.resolve("root"), "rwxr-xr-x");
    permit(base.resolve("state"), "rwxr-xr-x");
  }

  private static void permit(Path folder, String permissions) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }

  private static String reason(Plan plan, String name) {
    return plan.skips().stream()
        .filter(skip -> skip.name().visible().equals(name))
        .peek(skip -> assertThat(skip.left().code()).isEqualTo(ResultCode.OPERATION_FAILED))
        .map(skip -> skip.left().reason())
        .findFirst()
        .orElseThrow();
  }

  /** Lets a call see the facts of one entry otherwise, or fail on it. */
  private interface Seeing {
    FileFacts facts(FileFacts real) throws CallFailed;
  }

  private static Workspace seeing(Workspace workspace, String entry, Seeing seeing) {
    return workspace.with(
        new HookedCalls(Kernels.current()) {
          @Override
          public FileFacts stat(Folder folder, Name name) throws CallFailed {
            FileFacts real = super.stat(folder, name);
            return name.equals(Name.of(entry)) ? seeing.facts(real) : real;
          }
        },
        new ChannelStateCalls());
  }

  private static FileFacts with(FileFacts real, Standing standing) {
    return new FileFacts(
        real.kind(),
        real.size(),
        real.modified(),
        real.device(),
        real.inode(),
        real.born(),
        real.links(),
        standing);
  }

  @Test
  void anEntryThatTheSystemDoesNotShowHidesNoOther() {
    Workspace sound = workspace().file("dead.txt", "d");
    Workspace workspace =
        seeing(
            sound,
            "dead.txt",
            real -> {
              throw new CallFailed("statx", FileError.EIO); // as of a mount whose server is gone
            });
    Organizer organizer = workspace.organizer();
    Organized.Listed listed = (Organized.Listed) organizer.list(WorkspacePath.root());
    assertThat(listed.entries()).hasSize(3);
    assertThat(reason(plan(organizer), "dead.txt")).contains("input/output error");
    assertThat(apply(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(sound.tree()).containsKeys("Documents/a.txt", "Images/b.png", "dead.txt");
  }

  @Test
  void anImmutableFileIsLeftOut() {
    Workspace workspace =
        seeing(workspace(), "a.txt", real -> with(real, new Standing(0, true, false)));
    assertThat(reason(plan(workspace.organizer()), "a.txt")).contains("not permitted");
    assertThat(apply(workspace.organizer())).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.tree()).containsKeys("a.txt", "Images/b.png");
  }

  @Test
  void aCategoryFolderThatIsAMountPointIsAnotherFileSystem() {
    Workspace workspace =
        seeing(
            workspace().file("Documents/x", "x"),
            "Documents",
            real -> with(real, new Standing(0, false, true)));
    assertThat(reason(plan(workspace.organizer()), "a.txt")).contains("another file system");
    assertThat(plan(workspace.organizer()).moves()).hasSize(1);
  }

  @Test
  void anothersFileInAStickyFolderIsLeftOut() {
    Workspace sound = workspace();
    Workspace workspace =
        sound.with(
            new HookedCalls(Kernels.current()) {
              @Override
              public FolderAccess access(Folder folder) {
                return new FolderAccess(Optional.empty(), OptionalInt.of(-7));
              }
            },
            new ChannelStateCalls());
    Plan plan = plan(workspace.organizer());
    assertThat(plan.moves()).isEmpty();
    assertThat(reason(plan, "a.txt")).contains("not permitted");
  }

  @Test
  void aFolderThatMayNotBeWrittenTakesNothingAndKeepsTheRestGoing() throws IOException {
    Workspace workspace = workspace().file("Documents/x", "x");
    permit(workspace.root.resolve("Documents"), "r-xr-xr-x");
    boolean bound = !Files.isWritable(workspace.root.resolve("Documents")); // root is not
    Organizer organizer = workspace.organizer();
    if (bound) {
      assertThat(reason(plan(organizer), "a.txt")).contains("permission denied");
      assertThat(move(organizer, "a.txt", "Documents/a.txt"))
          .isInstanceOfSatisfying(
              Organized.Refusal.class,
              refusal -> {
                assertThat(refusal.code()).isEqualTo(ResultCode.OPERATION_FAILED);
                assertThat(refusal.reason()).contains("permission denied");
              });
    }
    assertThat(apply(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.tree()).containsKeys("Images/b.png", bound ? "a.txt" : "Documents/a.txt");
  }

  @Test
  void aFolderThatMayNotBeEnteredIsAnAnswer() throws IOException {
    Workspace workspace = workspace().file("Documents/x", "x").file("closed/y.txt", "y");
    for (String folder : new String[] {"Documents", "closed"}) {
      permit(workspace.root.resolve(folder), "---------");
    }
    Organizer organizer = workspace.organizer();
    if (!Files.isReadable(workspace.root.resolve("closed"))) {
      assertThat(reason(plan(organizer), "a.txt")).contains("permission denied");
      for (Organized outcome :
          new Organized[] {
            organizer.list(Workspace.path("closed")),
            move(organizer, "closed/y.txt", "y.txt"),
            move(organizer, "b.png", "closed/b.png")
          }) {
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Organized.Refusal.class,
                refusal -> assertThat(refusal.code()).isEqualTo(ResultCode.OPERATION_FAILED));
      }
    }
    assertThat(((Organized.Listed) organizer.list(WorkspacePath.root())).entries()).hasSize(4);
    assertThat(apply(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.root.resolve("Images/b.png")).exists();
  }

  @Test
  void aWorkspaceThatMayNotBeWrittenIsAnAnswerAndNoPlan() throws IOException {
    Workspace workspace = workspace();
    permit(workspace.root, "r-xr-xr-x");
    if (!Files.isWritable(workspace.root)) {
      assertThat(plan(workspace.organizer()).moves()).isEmpty();
      assertThat(move(workspace.organizer(), "a.txt", "c.txt"))
          .isInstanceOf(Organized.Refusal.class);
      assertThat(undo(workspace.organizer())).isInstanceOf(Organized.Refusal.class);
    }
    assertThat(workspace.tree()).containsOnlyKeys("a.txt", "b.png");
  }

  @Test
  void aStateFolderThatMayNotBeWrittenStopsEveryMove() throws IOException {
    Workspace workspace = workspace();
    permit(base.resolve("state"), "r-xr-xr-x");
    if (!Files.isWritable(base.resolve("state"))) {
      assertThat(apply(workspace.organizer()))
          .isInstanceOfSatisfying(
              Organized.Refusal.class,
              refusal -> assertThat(refusal.code()).isEqualTo(ResultCode.OPERATION_FAILED));
      assertThat(workspace.tree()).containsOnlyKeys("a.txt", "b.png");
    }
  }

  @Test
  void aFileSystemThatCannotSyncFoldersLeavesNoIntentOpen() {
    Workspace sound = workspace();
    Workspace workspace =
        sound.with(
            new HookedCalls(Kernels.current()) {
              @Override
              protected void before(String call) throws CallFailed {
                if (call.equals("sync")) {
                  throw new CallFailed("fsync", FileError.EINVAL);
                }
              }
            },
            new ChannelStateCalls());
    assertThat(apply(workspace.organizer())).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.journal).content().contains("\"record\":\"end\"");
  }

  /** The way without the atomic step, where another user's file may be linked but not removed. */
  @Test
  void anOldNameThatMayNotGoTakesTheNewOneBack() {
    Workspace sound = workspace();
    Workspace workspace =
        sound.with(
            new HookedCalls(BackEnd.OLD_FILE_SYSTEM.calls()) {
              @Override
              public void rename(Folder from, Name source, Folder to, Name destination)
                  throws CallFailed {
                if (source.equals(Name.of("a.txt"))) {
                  throw new CallFailed("renameat", FileError.EPERM);
                }
                super.rename(from, source, to, destination);
              }
            },
            new ChannelStateCalls());
    assertThat(move(workspace.organizer(), "a.txt", "kept/z.txt"))
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal -> assertThat(refusal.reason()).contains("not permitted"));
    assertThat(sound.tree()).containsOnlyKeys("a.txt", "b.png");
    assertThat(move(workspace.organizer(), "b.png", "kept/b.png"))
        .as("work goes on")
        .isInstanceOf(Organized.Acted.class);
  }

  /** Both folders are sticky and another's: the second name cannot go either. */
  @Test
  void aSecondNameThatMustStayIsSaidAndStopsNoLaterWork() {
    Workspace sound = workspace();
    Workspace workspace =
        sound.with(
            new HookedCalls(BackEnd.OLD_FILE_SYSTEM.calls()) {
              @Override
              public void rename(Folder from, Name source, Folder to, Name destination)
                  throws CallFailed {
                if (source.toString().endsWith("a.txt")) {
                  throw new CallFailed("renameat", FileError.EPERM);
                }
                super.rename(from, source, to, destination);
              }
            },
            new ChannelStateCalls());
    assertThat(move(workspace.organizer(), "a.txt", "kept/a.txt"))
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal -> assertThat(refusal.reason()).contains("second name"));
    assertThat(sound.tree()).containsKeys("a.txt", "kept/a.txt");
    assertThat(move(workspace.organizer(), "b.png", "b2.png")).isInstanceOf(Organized.Acted.class);
    assertThat(undo(workspace.organizer())).isInstanceOf(Organized.Acted.class);
    assertThat(undo(workspace.organizer()))
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal -> assertThat(refusal.reason()).isEqualTo("there is nothing to undo"));
  }
}
