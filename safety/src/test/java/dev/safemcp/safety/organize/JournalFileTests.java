package dev.safemcp.safety.organize;

import static dev.safemcp.safety.organize.Workspace.apply;
import static dev.safemcp.safety.organize.Workspace.move;
import static dev.safemcp.safety.organize.Workspace.redo;
import static dev.safemcp.safety.organize.Workspace.undo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.journal.ChannelStateCalls;
import dev.safemcp.safety.journal.FileLocked;
import dev.safemcp.safety.kernel.Kernels;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal promises whatever becomes of its file. */
class JournalFileTests {
  @TempDir Path base;
  private Workspace workspace;

  @BeforeEach
  void anActionIsOnRecord() {
    workspace = Workspace.in(base, Kernels.current()).file("a.txt", "a").file("b.png", "b");
    apply(workspace.organizer());
  }

  private void assertRefused(Organized outcome, String reason) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Organized.Refusal.class, refusal -> assertThat(refusal.reason()).contains(reason));
  }

  @Test
  void everyDamagedByteIsSeenAndTheFileIsLeftAsItIs() throws IOException {
    byte[] sound = Files.readAllBytes(workspace.journal);
    Map<String, String> before = workspace.tree();
    // The last line break is spared: without it the line is torn, not damaged.
    for (int at = 0; at < sound.length - 1; at++) {
      byte[] damaged = sound.clone();
      damaged[at] = damaged[at] == 'x' ? (byte) 'y' : (byte) 'x';
      Files.write(workspace.journal, damaged);
      assertRefused(undo(workspace.organizer()), "damaged");
      assertRefused(move(workspace.organizer(), "Images/b.png", "c.png"), "damaged");
      assertThat(Files.readAllBytes(workspace.journal)).as("byte %d", at).isEqualTo(damaged);
    }
    assertThat(workspace.tree()).isEqualTo(before);
    Files.write(workspace.journal, sound);
    assertThat(undo(workspace.organizer())).isInstanceOf(Organized.Acted.class);
  }

  @Test
  void aLineThatIsMissingOrTwiceIsDamage() throws IOException {
    undo(workspace.organizer());
    var lines = Files.readAllLines(workspace.journal);
    assertThat(lines).hasSize(5);
    for (int at = 1; at < lines.size() - 1; at++) {
      var without = new java.util.ArrayList<>(lines);
      without.remove(at);
      Files.write(workspace.journal, without);
      assertRefused(undo(workspace.organizer()), "damaged");
      var twice = new java.util.ArrayList<>(lines);
      twice.add(at, lines.get(at));
      Files.write(workspace.journal, twice);
      assertRefused(undo(workspace.organizer()), "damaged");
    }
  }

  @Test
  void aTornLastLineNeverCounted() throws IOException {
    byte[] sound = Files.readAllBytes(workspace.journal);
    int last = new String(sound, StandardCharsets.UTF_8).stripTrailing().lastIndexOf('\n') + 1;
    for (int length = last; length < sound.length; length++) {
      Files.write(workspace.journal, Arrays.copyOf(sound, length));
      // The settlement is torn: what happened is read from the files.
      assertThat(undo(workspace.organizer())).as("%d", length).isInstanceOf(Organized.Acted.class);
      assertThat(workspace.tree()).containsOnlyKeys("a.txt", "b.png");
      assertThat(redo(workspace.organizer())).isInstanceOf(Organized.Acted.class);
    }
  }

  @Test
  void anotherWorkspacesJournalIsRefused() throws IOException {
    Workspace other = Workspace.in(Files.createDirectory(base.resolve("other")), Kernels.current());
    other.file("a.txt", "a");
    Files.copy(workspace.journal, other.journal);
    byte[] before = Files.readAllBytes(other.journal);
    assertRefused(apply(other.organizer()), "another workspace");
    assertRefused(undo(other.organizer()), "another workspace");
    assertThat(other.tree()).containsOnlyKeys("a.txt");
    assertThat(Files.readAllBytes(other.journal)).isEqualTo(before);
  }

  @Test
  void somethingThatIsNoJournalIsNotWritten() throws IOException {
    for (String content : new String[] {"{}\n", "notes", "[\"a\"]\n", "\n", "\0\0\0"}) {
      Files.writeString(workspace.journal, content);
      assertRefused(undo(workspace.organizer()), "damaged");
      assertThat(workspace.journal).hasContent(content);
    }
  }

  @Test
  void anActionOfAnotherServerIsWaitedForAndThenRefused() throws Exception {
    try (FileLocked _ =
        new ChannelStateCalls()
            .lock(workspace.journal.resolveSibling(workspace.journal.getFileName() + ".lock"))
            .orElseThrow()) {
      assertRefused(undo(workspace.organizer()), "another server");
    }
    assertThat(undo(workspace.organizer())).isInstanceOf(Organized.Acted.class);
  }

  @Test
  void twoServersSeeEachOthersActions() {
    Organizer one = workspace.organizer();
    Organizer two = workspace.organizer();
    workspace.file("c.txt", "c");
    move(one, "c.txt", "one/c.txt");
    assertThat(undo(two)).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.tree()).containsKey("c.txt");
    assertThat(undo(one)).isInstanceOf(Organized.Acted.class);
    assertThat(workspace.tree()).containsOnlyKeys("a.txt", "b.png", "c.txt");
    assertThat(redo(two)).isInstanceOf(Organized.Acted.class);
  }

  @Test
  void itIsReadableByItsOwnerAlone() throws IOException {
    assertThat(Files.getPosixFilePermissions(workspace.journal)).hasSize(2);
  }

  @Test
  void aFileLargerThanAnyOfOursIsNotReadAndLeftAsItIs() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(workspace.journal.toFile(), "rw")) {
      file.setLength(3L * 1024 * 1024 * 1024); // sparse
    }
    assertRefused(undo(workspace.organizer()), "larger than any of ours");
    assertThat(workspace.journal).hasSize(3L * 1024 * 1024 * 1024);
  }

  @Test
  void whatIsNoFileIsAnAnswer() throws IOException {
    Files.delete(workspace.journal);
    Files.createDirectory(workspace.journal);
    assertRefused(undo(workspace.organizer()), "the journal cannot be read");
    assertThat(workspace.tree()).containsKeys("Documents/a.txt", "Images/b.png");
  }
}
