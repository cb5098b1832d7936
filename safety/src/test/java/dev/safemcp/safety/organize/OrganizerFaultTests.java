package dev.safemcp.safety.organize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.journal.ChannelStateCalls;
import dev.safemcp.safety.organize.Faults.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private enum Tool {
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
  void whateverCallFailsOrEndsNothingIsLostAndUndoReverts(Tool tool, BackEnd backEnd)
      throws IOException {
    int runs = 0;
    for (Kind kind : Kind.values()) {
      List<FileError> errors =
          kind == Kind.ENDS_BEFORE || kind == Kind.ENDS_AFTER
              ? List.of(FileError.EIO)
              : List.of(FileError.EIO, FileError.ENOSPC, FileError.EACCES);
      for (FileError error : errors) {
        boolean reached = true;
        for (int at = 0; reached; at++) {
          Path place = Files.createDirectory(base.resolve(String.valueOf(runs++)));
          reached = once(tool, backEnd, new Faults(kind, at, error), place);
        }
      }
    }
    assertThat(runs).as("calls times kinds").isGreaterThan(300);
    System.setProperty("faults." + tool + "." + backEnd, String.valueOf(runs));
  }

  /** Returns whether the run reached its call. */
  private static boolean once(Tool tool, BackEnd backEnd, Faults faults, Path place)
      throws IOException {
    Workspace sound =
        Workspace.in(place, backEnd.calls())
            .file("a.txt", "a")
            .file("b.png", "b")
            .file("c.txt", "c");
    Map<String, String> original = files(sound);
    tool.prepare(sound.organizer());
    Map<String, String> ready = sound.tree();
    Workspace faulty = sound.with(faults.files(backEnd.calls()), faults.state());
    String what = "";
    Organized outcome = null;
    try {
      outcome = tool.act(faulty.organizer());
      what = outcome.toString();
    } catch (Faults.End end) {
      what = "ended";
    } catch (ClassCastException noPlan) {
      what = "planning failed"; // the fault hit the plan, which acts on nothing
    }
    what = faults.call() + " #" + faults.count() + ": " + what;
    boolean reached = !faults.call().isEmpty();

    // Nothing is lost, nothing is twice, nothing is overwritten, also before anybody clears up.
    assertThat(contents(sound).keySet()).as(what).isEqualTo(contents(original).keySet());

    if (outcome instanceof Organized.Refusal refusal
        && !refusal.reason().contains("could not go back")) {
      // A refusal says that nothing moved, and so it is.
      assertThat(files(sound)).as(what).isEqualTo(new TreeMap<>(only(ready)));
    }

    // A new server settles what is open: every file is in exactly one place.
    Organizer again = sound.with(backEnd.calls(), new ChannelStateCalls()).organizer();
    List<Organized> undone = new ArrayList<>();
    undone.add(Workspace.undo(again));
    for (int i = 0; i < 3; i++) {
      undone.add(Workspace.undo(again));
    }
    assertThat(undone.getLast())
        .as(what)
        .isInstanceOfSatisfying(
            Organized.Refusal.class,
            refusal ->
                assertThat(refusal.reason())
                    .as(faults.call())
                    .isEqualTo("there is nothing to undo"));
    assertThat(files(sound)).as(what + " then " + undone).isEqualTo(original);
    return reached;
  }

  private static Map<String, String> files(Workspace workspace) {
    return only(workspace.tree());
  }

  private static Map<String, String> only(Map<String, String> tree) {
    Map<String, String> files = new TreeMap<>(tree);
    files.keySet().removeIf(name -> name.endsWith("/"));
    return files;
  }

  /** Returns how often each content lies below the root. */
  private static Map<String, Integer> contents(Workspace workspace) {
    return contents(files(workspace));
  }

  private static Map<String, Integer> contents(Map<String, String> files) {
    Map<String, Integer> contents = new TreeMap<>();
    files.values().forEach(content -> contents.merge(content, 1, Integer::sum));
    return contents;
  }
}
