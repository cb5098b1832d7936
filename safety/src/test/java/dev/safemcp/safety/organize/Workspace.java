package dev.safemcp.safety.organize;

import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.journal.ChannelStateCalls;
import dev.safemcp.safety.journal.StateCalls;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.FilesPolicy.Category;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.Layer;
import dev.safemcp.safety.policy.FilesPolicy.SkipRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A workspace in a temporary folder: root, state and a place outside. */
final class Workspace {
  final Path root;
  final Path journal;
  final Path outside;
  final FilesPolicy policy;
  private final FileCalls calls;
  private final StateCalls state;

  private Workspace(Path base, FilesPolicy policy, FileCalls calls, StateCalls state) {
    this.root = policy.workspaceRoot();
    this.journal = policy.journal();
    this.outside = base.resolve("outside");
    this.policy = policy;
    this.calls = calls;
    this.state = state;
  }

  static Workspace in(Path base, FileCalls calls) {
    return in(base, calls, new ChannelStateCalls(), 500);
  }

  static Workspace in(Path base, FileCalls calls, StateCalls state, int mostMoves) {
    try {
      Path real = base.toRealPath();
      for (String folder : List.of("root", "state", "outside")) {
        Files.createDirectories(real.resolve(folder));
      }
      return new Workspace(
          real,
          new FilesPolicy(
              real.resolve("root"),
              real.resolve("state/organizer-journal.json"),
              mostMoves,
              List.of(
                  new Category("Documents", Set.of(".pdf", ".txt")),
                  new Category("Images", Set.of(".png", ".jpg"))),
              skips()),
          calls,
          state);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static List<SkipRule> skips() {
    return List.of(
        new SkipRule(Layer.PROTECTION, Set.of(Label.UNSAFE_NAME), "unsafe names stay"),
        new SkipRule(Layer.RESTRAINT, Set.of(Label.DOTFILE), "dotfiles stay"),
        new SkipRule(
            Layer.RESTRAINT,
            Set.of(Label.INSTALLER, Label.EXECUTABLE, Label.APP_FOLDER),
            "programs stay"),
        new SkipRule(Layer.RESTRAINT, Set.of(Label.DIRECTORY), "directories stay"));
  }

  /** Returns a server's organizer: a new one is what a restart gives. */
  Organizer organizer() {
    return Organizer.of(policy, calls, state, Duration.ofMillis(200));
  }

  /** Returns the same place with other calls underneath. */
  Workspace with(FileCalls other, StateCalls otherState) {
    return new Workspace(outside.resolveSibling(""), policy, other, otherState);
  }

  Workspace file(String path, String content) {
    try {
      Files.createDirectories(root.resolve(path).getParent());
      Files.writeString(root.resolve(path), content);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return this;
  }

  /** Returns every file below the root with its content, folders with a slash, links with "->". */
  Map<String, String> tree() {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.filter(path -> !path.equals(root)).toList()) {
        String name = root.relativize(path).toString();
        if (Files.isSymbolicLink(path)) {
          tree.put(name, "-> " + Files.readSymbolicLink(path));
        } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          tree.put(name + "/", "");
        } else {
          tree.put(name, Files.isRegularFile(path) ? Files.readString(path) : "special");
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return tree;
  }

  static WorkspacePath path(String text) {
    return ((WorkspacePath.Reading.Inside) WorkspacePath.read(text)).path();
  }

  static Plan plan(Organizer organizer) {
    return ((Organized.Planned) organizer.plan()).plan();
  }

  static Organized apply(Organizer organizer) {
    return organizer.apply(plan(organizer).id().toString(), Permits.of("apply_plan"));
  }

  static Organized move(Organizer organizer, String source, String destination) {
    return organizer.move(path(source), path(destination), Permits.of("move_file"));
  }

  static Organized undo(Organizer organizer) {
    return organizer.undo(Permits.of("undo_last_action"));
  }

  static Organized redo(Organizer organizer) {
    return organizer.redo(Permits.of("redo_last_action"));
  }
}
