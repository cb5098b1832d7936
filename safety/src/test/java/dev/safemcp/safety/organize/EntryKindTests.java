package dev.safemcp.safety.organize;

import static dev.safemcp.safety.organize.Workspace.apply;
import static dev.safemcp.safety.organize.Workspace.move;
import static dev.safemcp.safety.organize.Workspace.plan;
import static dev.safemcp.safety.organize.Workspace.undo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.kernel.Kernels;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and kinds of entries that are not what a file usually is. */
class EntryKindTests {
  @TempDir Path base;

  private Workspace workspace() {
    return Workspace.in(base, Kernels.current());
  }

  private static Map<String, Prospect> listed(Organizer organizer) {
    return ((Organized.Listed) organizer.list(WorkspacePath.root()))
        .entries().stream()
            .collect(Collectors.toMap(entry -> entry.name().visible(), ListedEntry::prospect));
  }

  private static Prospect prospect(Organizer organizer, String name) {
    return Optional.ofNullable(listed(organizer).get(name)).orElseThrow();
  }

  private static void assertLeft(Prospect prospect, ResultCode code) {
    assertThat(prospect)
        .isInstanceOfSatisfying(
            Prospect.Left.class, left -> assertThat(left.code()).isEqualTo(code));
  }

  private static ResultCode code(Organized outcome) {
    return ((Organized.Refusal) outcome).code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "line\nbreak.pdf",
        "tab\there.pdf",
        "escape\u001b[2J.pdf",
        "c1\u009b.pdf",
        "rtl\u202egpj.pdf",
        "isolate\u2066x.pdf",
        "zero\u200bwidth.pdf",
        "join\u2060er.pdf",
        "bom\ufeff.pdf",
        "soft\u00adhyphen.pdf",
        "tag\udb40\udc41.pdf",
        "selector\udb40\udd01.pdf",
        "separator\u2028.pdf",
        "filler\u3164.pdf"
      })
  void anUnsafeNameIsListedAndNeverTouchedNorGiven(String name) {
    Workspace workspace = workspace().file(name, "x").file("plain.pdf", "y");
    Organizer organizer = workspace.organizer();
    assertLeft(prospect(organizer, name), ResultCode.POLICY_DENIED);
    assertThat(plan(organizer).moves()).hasSize(1);
    assertThat(code(move(organizer, name, "good.pdf"))).isEqualTo(ResultCode.POLICY_DENIED);
    assertThat(code(move(organizer, "plain.pdf", "x" + name))).isEqualTo(ResultCode.POLICY_DENIED);
    assertThat(code(move(organizer, "plain.pdf", name + "/plain.pdf")))
        .as("nor is it passed")
        .isIn(ResultCode.POLICY_DENIED, ResultCode.OPERATION_FAILED);
    assertThat(workspace.tree()).containsOnlyKeys(name, "plain.pdf");
  }

  @Test
  void anUndecodableNameSurvivesAndIsShown() throws IOException {
    Workspace workspace = workspace();
    // The JDK cannot write such a name; a shell can.
    run(workspace.root, "printf x > \"$(printf 'bad\\377.pdf')\"");
    Organizer organizer = workspace.organizer();
    assertThat(listed(organizer)).containsOnlyKeys("bad\\xff.pdf");
    assertLeft(prospect(organizer, "bad\\xff.pdf"), ResultCode.POLICY_DENIED);
    assertThat(plan(organizer).moves()).isEmpty();
    assertThat(code(move(organizer, "bad\\xff.pdf", "good.pdf")))
        .as("what is shown is no name of it")
        .isEqualTo(ResultCode.OPERATION_FAILED);
    assertThat(listed(organizer)).containsOnlyKeys("bad\\xff.pdf");
  }

  @Test
  void ordinaryNamesOfEveryScriptAreFiled() {
    List<String> names =
        List.of(
            "café ☕.pdf",
            "-rf.pdf",
            " lead.pdf",
            "two  spaces.pdf",
            "quote'\".pdf",
            "back\\slash.pdf",
            "❤️.pdf",
            "日本語.pdf",
            "a".repeat(251) + ".pdf");
    Workspace workspace = workspace();
    names.forEach(name -> workspace.file(name, name));
    assertThat(apply(workspace.organizer())).isInstanceOf(Organized.Acted.class);
    names.forEach(name -> assertThat(workspace.tree()).containsEntry("Documents/" + name, name));
    assertThat(undo(workspace.organizer())).isInstanceOf(Organized.Acted.class);
    names.forEach(name -> assertThat(workspace.tree()).containsEntry(name, name));
  }

  @Test
  void namesThatDifferInCaseOrNormalisationOnlyNeverGoInOnePlan() {
    Workspace workspace =
        workspace()
            .file("A.txt", "1")
            .file("a.txt", "2")
            .file("caf\u00e9.txt", "3")
            .file("cafe\u0301.txt", "4");
    Organizer organizer = workspace.organizer();
    Plan first = plan(organizer);
    assertThat(first.moves()).hasSize(2);
    assertThat(first.skips())
        .allSatisfy(skip -> assertThat(skip.left().code()).isEqualTo(ResultCode.OPERATION_FAILED));
    apply(organizer);
    apply(organizer);
    assertThat(workspace.tree().values()).containsExactlyInAnyOrder("", "1", "2", "3", "4");
  }

  @Test
  void listingsAreInTheOrderOfCodePoints() {
    Workspace workspace = workspace();
    List<String> names = List.of("B.txt", "a.txt", "é.txt", "\uff5e.txt", "\ud83d\ude00.txt");
    names.reversed().forEach(name -> workspace.file(name, "x"));
    assertThat(((Organized.Listed) workspace.organizer().list(WorkspacePath.root())).entries())
        .extracting(entry -> entry.name().visible())
        .containsExactlyElementsOf(names);
  }

  @Test
  void whatIsNoFileAndNoFolderIsDeniedWithoutOpeningIt() throws IOException {
    Workspace workspace = workspace().file("real.pdf", "x");
    run(workspace.root, "mkfifo fifo.pdf");
    // Only root may make devices, and not in every container.
    run(
        workspace.root,
        "mknod zero.pdf c 1 5 2>/dev/null; mknod disk.pdf b 7 200 2>/dev/null; true");
    Files.createSymbolicLink(workspace.root.resolve("link.pdf"), Path.of("real.pdf"));
    Files.createSymbolicLink(workspace.root.resolve("dangling.pdf"), Path.of("nowhere"));
    Files.createSymbolicLink(workspace.root.resolve("loop.pdf"), Path.of("loop.pdf"));
    Path shortWay = Files.createTempDirectory(Path.of("/tmp"), "s");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      // A socket's path is short; it is moved into the workspace afterwards.
      socket.bind(UnixDomainSocketAddress.of(shortWay.resolve("s")));
      Files.move(shortWay.resolve("s"), workspace.root.resolve("socket.pdf"));
    } finally {
      Files.deleteIfExists(shortWay);
    }
    Organizer organizer = workspace.organizer();
    List<String> names =
        new ArrayList<>(List.of("fifo.pdf", "link.pdf", "dangling.pdf", "loop.pdf", "socket.pdf"));
    for (String device : List.of("zero.pdf", "disk.pdf")) {
      if (Files.exists(workspace.root.resolve(device))) {
        names.add(device);
      }
    }
    for (String name : names) {
      assertLeft(prospect(organizer, name), ResultCode.POLICY_DENIED);
      assertThat(code(move(organizer, name, "moved.pdf"))).isEqualTo(ResultCode.POLICY_DENIED);
      assertThat(code(move(organizer, "real.pdf", name))).isEqualTo(ResultCode.OPERATION_FAILED);
    }
    assertThat(plan(organizer).moves()).hasSize(1);
  }

  @Test
  void aHardLinkIsOneNameOfTheTwo() throws IOException {
    Workspace workspace = workspace().file("a.txt", "x");
    Files.createLink(workspace.root.resolve("b.txt"), workspace.root.resolve("a.txt"));
    Organizer organizer = workspace.organizer();
    assertThat(code(move(organizer, "a.txt", "b.txt"))).isEqualTo(ResultCode.OPERATION_FAILED);
    assertThat(apply(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.tree())
        .containsOnlyKeys("Documents/", "Documents/a.txt", "Documents/b.txt");
    assertThat(undo(organizer)).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.tree()).containsOnlyKeys("a.txt", "b.txt");
  }

  @Test
  void anotherFileSystemIsAnAnswerAndTheSourceStays() {
    Workspace sound = workspace().file("a.txt", "x");
    // As a mount point inside the workspace answers.
    Workspace mounted =
        sound.with(
            new dev.safemcp.safety.file.HookedCalls(Kernels.current()) {
              @Override
              protected void before(String call) throws dev.safemcp.safety.file.CallFailed {
                if (call.equals("renameNoReplace")) {
                  throw new dev.safemcp.safety.file.CallFailed(call, FileError.EXDEV);
                }
              }
            },
            new dev.safemcp.safety.journal.ChannelStateCalls());
    assertThat(move(mounted.organizer(), "a.txt", "mount/a.txt"))
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ResultCode.OPERATION_FAILED);
              assertThat(refusal.reason()).contains("another file system");
            });
    assertThat(sound.tree()).containsOnlyKeys("a.txt");
  }

  @Test
  void anAppFolderIsKnownByItsNameAndByWhatItHolds() {
    Workspace workspace =
        workspace()
            .file("Paint.APP/x", "x")
            .file("tool/run.EXE", "x")
            .file("deep/inner/run.exe", "x")
            .file("plain/x.txt", "x");
    Map<String, Prospect> listed = listed(workspace.organizer());
    assertThat(reason(listed, "Paint.APP")).contains("programs stay");
    assertThat(reason(listed, "tool")).contains("programs stay");
    assertThat(reason(listed, "deep")).contains("directories stay");
    assertThat(reason(listed, "plain")).contains("directories stay");
  }

  private static Optional<String> reason(Map<String, Prospect> listed, String name) {
    return Optional.ofNullable(listed.get(name)).map(Survey::reason);
  }

  @Test
  void aCategoryFolderIsNotSortedAgainAndAFileInItsPlaceIsInTheWay() throws IOException {
    Workspace workspace = workspace().file("a.txt", "x").file("b.png", "y");
    Organizer organizer = workspace.organizer();
    apply(organizer);
    assertThat(plan(organizer).moves()).isEmpty();
    undo(organizer);
    Files.writeString(workspace.root.resolve("Documents"), "a file");
    Files.createSymbolicLink(workspace.root.resolve("Images"), workspace.outside);
    Plan plan = plan(organizer);
    assertThat(plan.moves()).isEmpty();
    assertThat(plan.skips())
        .filteredOn(skip -> skip.left().code() == ResultCode.OPERATION_FAILED)
        .extracting(skip -> skip.name().visible())
        .containsExactly("a.txt", "b.png");
  }

  @Test
  void aLongNameIsAnAnswer() {
    Workspace workspace = workspace().file("a.txt", "x");
    String tooLong = "n".repeat(256);
    assertThat(code(move(workspace.organizer(), "a.txt", tooLong)))
        .isEqualTo(ResultCode.OPERATION_FAILED);
    assertThat(code(move(workspace.organizer(), "a.txt", tooLong + "/a.txt")))
        .isEqualTo(ResultCode.OPERATION_FAILED);
    assertThat(workspace.tree()).containsOnlyKeys("a.txt");
  }

  private static void run(Path folder, String script) throws IOException {
    Process process =
        new ProcessBuilder("/bin/sh", "-c", script).directory(folder.toFile()).inheritIO().start();
    try {
      assertThat(process.waitFor()).isZero();
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }
}
