package dev.safemcp.safety.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.organize.BackEnd;
import dev.safemcp.safety.path.WorkspacePath;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A hostile thread beside the mover: 10,000 rounds each, 0 escapes, 0 overwritten, 0 lost. Each
 * test also asserts that the two did meet, since a race that never happens proves nothing.
 */
class MoverRaceTests {
  private static final int ROUNDS = 10_000;

  @TempDir Path temporary;

  private interface Attack {
    void once() throws IOException;
  }

  /** A thread that attacks over and over until it is closed. */
  private static final class Attacker implements AutoCloseable {
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<@Nullable IOException> fault = new AtomicReference<>();
    private final Thread thread;

    Attacker(Attack attack) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      while (!stop.get()) {
                        attack.once();
                      }
                    } catch (IOException broken) {
                      fault.set(broken);
                    }
                  });
    }

    @Override
    public void close() {
      stop.set(true);
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
      assertThat(fault.get()).isNull();
    }
  }

  private static MoveOutcome move(FileCalls calls, Path root, String from, String to, int round)
      throws CallFailed {
    try (OpenFolders folders = OpenFolders.of(calls, root)) {
      Place source = folders.place(path(from));
      FileFacts facts = calls.stat(source.folder(), source.name());
      return new Mover(calls)
          .move(
              source,
              folders.place(path(to)),
              facts,
              Likeness.UNCHANGED,
              Name.of(".spare-" + round),
              Permits.of("move_file"));
    }
  }

  private static WorkspacePath path(String text) {
    return ((WorkspacePath.Reading.Inside) WorkspacePath.read(text)).path();
  }

  @ParameterizedTest
  @EnumSource(names = {"KERNEL", "OLD_KERNEL"})
  void aFileCreatedAtTheDestinationInTheGapIsNotOverwritten(BackEnd backEnd, TestReporter reporter)
      throws Exception {
    Path root = temporary.toRealPath();
    FileCalls calls = backEnd.calls();
    AtomicInteger round = new AtomicInteger();
    AtomicInteger won = new AtomicInteger();
    Files.createDirectory(root.resolve("to"));
    int refused = 0;
    try (Attacker _ =
        new Attacker(
            () -> {
              Path victim = root.resolve("to/" + round.get());
              try {
                Files.writeString(victim, "theirs", java.nio.file.StandardOpenOption.CREATE_NEW);
                won.incrementAndGet();
              } catch (FileAlreadyExistsException late) {
                Thread.onSpinWait();
              }
            })) {
      for (int i = 0; i < ROUNDS; i++) {
        Files.writeString(root.resolve("a" + i), "ours");
        round.set(i);
        if (!(move(calls, root, "a" + i, "to/" + i, i) instanceof MoveOutcome.Moved)) {
          refused++;
        }
      }
    }
    int ours = 0;
    int theirs = 0;
    for (int i = 0; i < ROUNDS; i++) {
      boolean left = Files.exists(root.resolve("a" + i));
      String there = Files.readString(root.resolve("to/" + i));
      assertThat(there).isEqualTo(left ? "theirs" : "ours");
      ours += left ? 0 : 1;
      theirs += left ? 1 : 0;
    }
    reporter.publishEntry(backEnd + " won by the attacker of " + ROUNDS, String.valueOf(theirs));
    assertThat(won.get()).as("created and still there").isEqualTo(theirs).isEqualTo(refused);
    assertThat(ours).isPositive();
    assertThat(theirs).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"KERNEL", "OLD_KERNEL"})
  void aLinkSwappedInForTheParentLeadsNothingOut(BackEnd backEnd, TestReporter reporter)
      throws Exception {
    Path root = Files.createDirectory(temporary.toRealPath().resolve("root"));
    Path outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    Files.createDirectory(root.resolve("to"));
    Path link = Files.createSymbolicLink(root.resolve("link"), outside);
    FileCalls calls = backEnd.calls();
    int refused = 0;
    // The folder becomes a link and a folder again: by renames, as any program can.
    try (Attacker _ =
        new Attacker(
            () -> {
              Files.move(root.resolve("to"), root.resolve("kept"), StandardCopyOption.ATOMIC_MOVE);
              Files.move(link, root.resolve("to"), StandardCopyOption.ATOMIC_MOVE);
              Files.move(root.resolve("to"), link, StandardCopyOption.ATOMIC_MOVE);
              Files.move(root.resolve("kept"), root.resolve("to"), StandardCopyOption.ATOMIC_MOVE);
            })) {
      for (int i = 0; i < ROUNDS; i++) {
        Files.writeString(root.resolve("a" + i), String.valueOf(i));
        try {
          assertThat(move(calls, root, "a" + i, "to/" + i, i))
              .isInstanceOf(MoveOutcome.Moved.class);
        } catch (CallFailed swapped) {
          refused++;
        }
      }
    }
    int moved = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Path place = root.resolve(Files.exists(root.resolve("a" + i)) ? "a" + i : "to/" + i);
      assertThat(Files.readString(place)).isEqualTo(String.valueOf(i));
      moved += place.startsWith(root.resolve("to")) ? 1 : 0;
    }
    reporter.publishEntry(backEnd + " swapped at the time of " + ROUNDS, String.valueOf(refused));
    assertThat(outside).isEmptyDirectory();
    assertThat(refused).isPositive();
    assertThat(moved).isPositive().isEqualTo(ROUNDS - refused);
  }

  @ParameterizedTest
  @EnumSource(names = {"KERNEL", "OLD_KERNEL"})
  void aSourceThatIsReplacedIsNeverLost(BackEnd backEnd, TestReporter reporter) throws Exception {
    Path root = temporary.toRealPath();
    FileCalls calls = backEnd.calls();
    AtomicInteger round = new AtomicInteger(-1);
    AtomicInteger parked = new AtomicInteger();
    Files.createDirectory(root.resolve("to"));
    Files.createDirectory(root.resolve("parked"));
    int changed = 0;
    // The source is parked elsewhere and another file put in its place, again and again.
    try (Attacker _ =
        new Attacker(
            () -> {
              int now = round.get();
              Path source = root.resolve("a" + now);
              int id = parked.get();
              Path stranger = root.resolve("s" + id);
              Files.writeString(stranger, "stranger " + id);
              try {
                Files.move(source, root.resolve("parked/" + id), StandardCopyOption.ATOMIC_MOVE);
                Files.createLink(source, stranger);
                Files.delete(stranger);
                parked.incrementAndGet();
              } catch (NoSuchFileException late) {
                Files.deleteIfExists(stranger);
                if (Files.exists(root.resolve("parked/" + id))) {
                  parked.incrementAndGet();
                }
              } catch (FileAlreadyExistsException taken) {
                Files.move(stranger, root.resolve("parked/s" + id), StandardCopyOption.ATOMIC_MOVE);
                parked.incrementAndGet();
              }
            })) {
      for (int i = 0; i < ROUNDS; i++) {
        Files.writeString(root.resolve("a" + i), "ours " + i);
        round.set(i);
        try {
          if (!(move(calls, root, "a" + i, "to/" + i, i) instanceof MoveOutcome.Moved)) {
            changed++;
          }
        } catch (CallFailed gone) {
          changed++;
        }
      }
      round.set(-1);
    }
    List<String> contents;
    try (var all = Files.walk(root)) {
      contents =
          all.filter(Files::isRegularFile)
              .map(
                  file -> {
                    try {
                      return Files.readString(file);
                    } catch (IOException broken) {
                      throw new java.io.UncheckedIOException(broken);
                    }
                  })
              .toList();
    }
    Set<String> distinct = new HashSet<>(contents);
    // The attacker gives a stranger two names for a moment. Without the atomic step that moment
    // cannot be told from a file that has two names for good, and such a file keeps them.
    List<String> single =
        contents.stream()
            .filter(text -> backEnd == BackEnd.KERNEL || text.startsWith("ours"))
            .toList();
    assertThat(single).as("nothing has two names").doesNotHaveDuplicates();
    for (int i = 0; i < ROUNDS; i++) {
      assertThat(distinct).contains("ours " + i);
    }
    long strangers = contents.stream().filter(text -> text.startsWith("stranger")).count();
    reporter.publishEntry(
        backEnd + " replaced of " + ROUNDS, changed + " refused, " + strangers + " strangers");
    assertThat(changed).isPositive();
    assertThat(strangers).isPositive();
  }
}
