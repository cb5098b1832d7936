package dev.safemcp.safety.organize;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.organize.Organized.Problem;
import dev.safemcp.safety.path.WorkspacePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is found when an order is checked whole, before anything moves.
 *
 * @param problems what stands in the way; empty where nothing does
 * @param missing folders that have to be made first, parents first
 */
record Examination(List<Problem> problems, List<WorkspacePath> missing) {
  Examination {
    problems = List.copyOf(problems);
    missing = List.copyOf(missing);
  }

  static Examination of(Order order, OpenFolders folders) {
    List<Problem> problems = new ArrayList<>();
    Set<WorkspacePath> missing = new LinkedHashSet<>();
    Set<WorkspacePath> destinations = new HashSet<>();
    for (var intent : order.moves()) {
      MoveStep step = intent.step();
      Optional<String> fault;
      try {
        fault = fault(step, order, folders, destinations);
        if (fault.isEmpty()) {
          collectMissing(step.destination().folder(), folders, missing);
        }
      } catch (CallFailed failure) {
        fault = Optional.of(failure.error().words());
      }
      fault.ifPresent(reason -> problems.add(new Problem(step.source(), reason)));
    }
    return new Examination(problems, List.copyOf(missing));
  }

  private static Optional<String> fault(
      MoveStep step, Order order, OpenFolders folders, Set<WorkspacePath> destinations)
      throws CallFailed {
    Optional<FileFacts> source = folders.look(step.source());
    if (source.isEmpty()) {
      return Optional.of("it is not there");
    }
    if (!order.likeness().holds(step.facts(), source.get())) {
      return Optional.of("it has changed since");
    }
    if (!destinations.add(step.destination()) || folders.look(step.destination()).isPresent()) {
      return Optional.of("'" + step.destination() + "' already exists");
    }
    return Optional.empty();
  }

  private static void collectMissing(
      WorkspacePath folder, OpenFolders folders, Set<WorkspacePath> missing) throws CallFailed {
    if (folder.isRoot() || missing.contains(folder) || folders.find(folder).isPresent()) {
      return;
    }
    collectMissing(folder.folder(), folders, missing);
    missing.add(folder);
  }
}
