package dev.safemcp.safety.organize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.organize.Faults.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs each acting tool once for each file-system call that it makes, journal included, and lets
 * that call fail or the program end there. Then a new server starts on what is left. No call is
 * left out: the run is repeated until one passes without reaching its call.
 */
class OrganizerFaultTests {
  @TempDir Path base;

  /** A tool on a workspace that is ready for it. */
  enum Tool {
    APPLY {
      @Override
      Organized act(Organizer organizer) {
        return Workspace.apply(organizer);
      }
    },
    MOVE {
      @Override
      Organized act(Organizer organizer) {
        return Workspace.move(organizer, "a.txt", "new/inner/a.txt");
      }
    },
    UNDO {
      @Override
      void prepare(Organizer organizer) {
        Workspace.apply(organizer);
      }

      @Override
      Organized act(Organizer organizer) {
        return Workspace.undo(organizer);
      }
    },
    REDO {
      @Override
      void prepare(Organizer organizer) {
        Workspace.apply(organizer);
        Workspace.undo(organizer);
      }

      @Override
      Organized act(Organizer organizer) {
        return Workspace.redo(organizer);
      }
    };

    void prepare(Organizer organizer) {}

    abstract Organized act(Organizer organizer);
  }

  @ParameterizedTest
  @CsvSource({
    "APPLY, KERNEL", "APPLY, OLD_KERNEL", "MOVE, KERNEL", "MOVE, OLD_KERNEL",
    "UNDO, KERNEL", "UNDO, OLD_KERNEL", "REDO, KERNEL", "REDO, OLD_KERNEL"
  })
  void whateverCallFailsOrEndsNothingIsLostAndUndoReverts(
      Tool tool, BackEnd backEnd, TestReporter reporter) throws IOException {
    int runs = 0;
    for (Kind kind : Kind.values()) {
      List<FileError> errors =
          kind == Kind.FAILS
              ? List.of(FileError.EIO, FileError.ENOSPC, FileError.EACCES)
              : List.of(FileError.EIO);
      for (FileError error : errors) {
        boolean reached = true;
        for (int at = 0; reached; at++) {
          Run run = new Run(tool, backEnd, base.resolve(String.valueOf(runs++)));
          reached = run.withFaults(new Faults(kind, at, error));
          run.undoAllAndCompare();
        }
      }
    }
    assertThat(runs).as("calls times kinds").isGreaterThan(200);
    reporter.publishEntry("runs", String.valueOf(runs));
  }

  /** The first end leaves something to settle; the second one comes in the midst of settling it. */
  @ParameterizedTest
  @CsvSource({"APPLY, KERNEL", "APPLY, OLD_KERNEL", "UNDO, KERNEL", "UNDO, OLD_KERNEL"})
  void anEndInTheMidstOfSettlingAnEarlierEndLosesNothing(
      Tool tool, BackEnd backEnd, TestReporter reporter) throws IOException {
    int runs = 0;
    boolean reached = true;
    for (int first = 0; reached; first++) {
      Run probe = new Run(tool, backEnd, base.resolve("probe" + first));
      Faults faults = new Faults(Kind.ENDS_AFTER, first, FileError.EIO);
      reached = probe.withFaults(faults);
      if (!CHANGING.contains(faults.call())) {
        continue;
      }
      boolean again = true;
      for (int second = 0; again; second += 3) {
        Run run = new Run(tool, backEnd, base.resolve(String.valueOf(runs++)));
        run.withFaults(new Faults(Kind.ENDS_AFTER, first, FileError.EIO));
        again = run.undoWithFaults(new Faults(Kind.ENDS_AFTER, second, FileError.EIO));
        run.undoAllAndCompare();
      }
    }
    assertThat(runs).isGreaterThan(50);
    reporter.publishEntry("runs", String.valueOf(runs));
  }

  private static final Set<String> CHANGING =
      Set.of("renameNoReplace", "link", "rename", "unlink", "append2");

  /** One run of a tool on a place of its own, and what must hold afterwards. */
  private static final class Run {
    private final Tool tool;
    private final BackEnd backEnd;
    private final Workspace sound;
    private final Map<String, String> original;
    private final Map<String, String> ready;
    private String story = "";

    Run(Tool tool, BackEnd backEnd, Path place) throws IOException {
      this.tool = tool;
      this.backEnd = backEnd;
      sound =
          Workspace.in(Files.createDirectory(place), backEnd.calls())
              .file("a.txt", "a")
              .file("b.png", "b")
              .file("c.txt", "c");
      original = files(sound);
      tool.prepare(sound.organizer());
      ready = files(sound);
    }

    /** Returns whether the run reached its call. */
    boolean withFaults(Faults faults) {
      return attempt(faults, tool::act);
    }

    boolean undoWithFaults(Faults faults) {
      return attempt(faults, Workspace::undo);
    }

    private boolean attempt(Faults faults, Function<Organizer, Organized> act) {
      Workspace faulty = sound.with(faults.files(backEnd.calls()), faults.state());
      Map<String, String> before = files(sound);
      String end;
      try {
        Organized outcome = act.apply(faulty.organizer());
        end = outcome.toString();
        if (outcome instanceof Organized.Refusal refusal
            && refusal.reason().startsWith("nothing was moved")) {
          assertThat(files(sound)).as(faults.call() + ": " + end).isEqualTo(before);
        }
      } catch (Faults.End ended) {
        end = "ended";
      } catch (ClassCastException noPlan) {
        end = "no plan"; // the fault hit the planning, which changes nothing
      }
      story += faults.call() + " #" + faults.count() + ": " + end + "; ";
      // Nothing is lost or overwritten, also before anybody clears up.
      assertThat(Set.copyOf(files(sound).values())).as(story).isEqualTo(Set.copyOf(ready.values()));
      return !faults.call().isEmpty();
    }

    /** A new server settles what is open, and undo brings everything back, once. */
    void undoAllAndCompare() {
      Organizer again = sound.organizer();
      for (int i = 0; i < 3; i++) {
        story += Workspace.undo(again) + "; ";
      }
      assertThat(Workspace.undo(again))
          .as(story)
          .isInstanceOfSatisfying(
              Organized.Refusal.class,
              refusal ->
                  assertThat(refusal.reason()).as(story).isEqualTo("there is nothing to undo"));
      assertThat(files(sound)).as(story).isEqualTo(original);
    }
  }

  private static Map<String, String> files(Workspace workspace) {
    Map<String, String> files = new TreeMap<>(workspace.tree());
    files.keySet().removeIf(name -> name.endsWith("/"));
    return files;
  }
}
