package dev.safemcp.safety.organize;

import dev.safemcp.safety.decision.EntryVetting;
import dev.safemcp.safety.entry.Entry;
import dev.safemcp.safety.entry.EntryReader;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Decides on a move that a person names: containment first, then the protections on every name of
 * both paths, then what the world says. Restraints do not bind it.
 */
final class NamedMove {
  private final EntryVetting vetting;
  private final Protections protections;
  private final FileCalls calls;
  private final Path root;

  NamedMove(EntryVetting vetting, Protections protections, FileCalls calls, Path root) {
    this.vetting = vetting;
    this.protections = protections;
    this.calls = calls;
    this.root = root;
  }

  /** What the check says. */
  sealed interface Check {
    /** The rules and the border allow it. */
    record Free(MoveStep step) implements Check {}

    /** They do not, or the world does not. */
    record Refused(Organized.Refusal refusal) implements Check {}
  }

  /**
   * Checks a move.
   *
   * @param source not the root
   * @param destination not the root
   */
  Check check(WorkspacePath source, WorkspacePath destination) {
    try (OpenFolders folders = OpenFolders.of(calls, root)) {
      Optional<Organized.Refusal> border =
          border(source, folders).or(() -> border(destination, folders));
      if (border.isPresent()) {
        return new Check.Refused(border.get());
      }
      Optional<Organized.Refusal> way =
          protections.way(source).or(() -> protections.way(destination));
      if (way.isPresent()) {
        return new Check.Refused(way.get());
      }
      return inside(source, destination, folders);
    } catch (CallFailed failure) {
      return new Check.Refused(Organizer.refusal(source, failure));
    }
  }

  private Check inside(WorkspacePath source, WorkspacePath destination, OpenFolders folders)
      throws CallFailed {
    Optional<Entry> entry =
        folders.find(source.folder()).isPresent()
            ? new EntryReader(calls, vetting.asksForAppFolders())
                .read(folders.open(source.folder()), source.name())
            : Optional.empty();
    Kind kind = entry.map(found -> found.facts().kind()).orElse(Kind.REGULAR_FILE);
    // A name that no rule allows is refused whether or not something bears it.
    Optional<Organized.Refusal> denied =
        Protections.denied(
                entry.map(vetting::named).orElseGet(() -> vetting.newName(source.name(), kind)))
            .or(() -> Protections.denied(vetting.newName(destination.name(), kind)));
    if (denied.isPresent()) {
      return new Check.Refused(denied.get());
    }
    if (entry.isEmpty()) {
      return failed("'" + source + "' is not there");
    }
    if (!source.equals(destination) && source.holds(destination)) {
      return failed("'" + source + "' cannot be moved into itself");
    }
    if (folders.look(destination).isPresent()) {
      return failed("'" + destination + "' already exists: name the full path of a free place");
    }
    return new Check.Free(new MoveStep(source, destination, entry.get().facts()));
  }

  private static Check failed(String reason) {
    return new Check.Refused(new Organized.Refusal(ResultCode.OPERATION_FAILED, reason));
  }

  /** Opens the way to an entry as far as it is there: a link on it leads out. */
  private Optional<Organized.Refusal> border(WorkspacePath path, OpenFolders folders) {
    WorkspacePath way = WorkspacePath.root();
    for (String name : path.folder().names()) {
      way = way.resolve(name);
      try {
        if (folders.find(way).isEmpty()) {
          return Optional.empty();
        }
      } catch (CallFailed failure) {
        return Optional.of(Organizer.refusal(way, failure));
      }
    }
    return Optional.empty();
  }
}
