package dev.safemcp.safety.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.HookedCalls;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.organize.BackEnd;
import dev.safemcp.safety.path.WorkspacePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gap between the look and the step, entered on purpose. */
class MoverTests {
  @TempDir Path temporary;

  private interface Interference {
    void once() throws IOException;
  }

  /** Moves a to b, and interferes right before the step that acts. */
  private MoveOutcome move(BackEnd backEnd, Interference interference) throws IOException {
    Path root = temporary.toRealPath();
    Files.writeString(root.resolve("a"), "ours");
    AtomicBoolean done = new AtomicBoolean();
    FileCalls calls =
        new HookedCalls(backEnd.calls()) {
          @Override
          protected void before(String call) {
            if ((call.equals("renameNoReplace") || call.equals("link")) && !done.getAndSet(true)) {
              try {
                interference.once();
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            }
          }
        };
    try (OpenFolders folders = OpenFolders.of(calls, root)) {
      Place source = new Place(folders.open(WorkspacePath.root()), Name.of("a"));
      Place destination = new Place(source.folder(), Name.of("b"));
      FileFacts facts = calls.stat(source.folder(), source.name());
      return new Mover(calls)
          .move(
              source,
              destination,
              facts,
              Likeness.UNCHANGED,
              Name.of(".spare"),
              Permits.of("move_file"));
    } catch (CallFailed failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSourceReplacedInTheGapGoesBack(BackEnd backEnd) throws IOException {
    Path root = temporary.toRealPath();
    MoveOutcome outcome =
        move(
            backEnd,
            () -> {
              Files.move(root.resolve("a"), root.resolve("parked"));
              Files.writeString(root.resolve("a"), "a stranger's");
            });
    assertThat(outcome).isInstanceOf(MoveOutcome.Changed.class);
    assertThat(root.resolve("a")).hasContent("a stranger's");
    assertThat(root.resolve("parked")).hasContent("ours");
    assertThat(root.resolve("b")).doesNotExist();
    assertThat(root.resolve(".spare")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void aDestinationMadeInTheGapIsRespected(BackEnd backEnd) throws IOException {
    Path root = temporary.toRealPath();
    MoveOutcome outcome =
        move(backEnd, () -> Files.createSymbolicLink(root.resolve("b"), Path.of("nowhere")));
    assertThat(outcome).isInstanceOf(MoveOutcome.Refused.class);
    assertThat(root.resolve("a")).hasContent("ours");
    assertThat(root.resolve("b")).isSymbolicLink();
  }
}
