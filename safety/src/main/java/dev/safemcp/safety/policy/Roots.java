package dev.safemcp.safety.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The roots of both servers, and what must stay out of them.
 *
 * <p>The agent has its hands in a root. So the rules, the audit log and the journal are kept out of
 * the roots of both servers, also of the one that is not being started, and out of a root that the
 * file names and the environment overrides: the next process may be started without it.
 */
final class Roots {
  private final LoadingContext context;
  private final Map<ServerKind, Path> usable = new LinkedHashMap<>();
  private final List<ConfiguredPath> forbidden = new ArrayList<>();

  private Roots(LoadingContext context) {
    this.context = context;
  }

  /** Reads both roots; notes what is wrong with them. */
  static Roots read(ServerKind starting, Section policy, LoadingContext context) {
    Roots roots = new Roots(context);
    for (ServerKind kind : ServerKind.values()) {
      roots.read(kind, kind == starting, policy);
    }
    return roots;
  }

  private void read(ServerKind kind, boolean starting, Section policy) {
    Section section = policy.section(kind.word());
    String key = kind == ServerKind.TERMINAL ? "jail_root" : "workspace_root";
    String variable = kind == ServerKind.TERMINAL ? Variables.JAIL_ROOT : Variables.WORKSPACE_ROOT;
    Optional<ConfiguredPath> root = ConfiguredPath.read(section, key, variable, context);
    root.ifPresent(forbidden::add);
    if (root.flatMap(ConfiguredPath::variable).isPresent()) {
      ConfiguredPath.inFile(section, key, context).ifPresent(forbidden::add);
    }
    if (root.isPresent()) {
      check(kind, starting, root.get());
    } else if (starting && context.faults().none()) {
      KeyPath way = section.path().child(key);
      context
          .faults()
          .missing(
              section.path(),
              way
                  + " is not set: set it in the file or in "
                  + variable
                  + " to the folder "
                  + (kind == ServerKind.TERMINAL ? "that commands may use" : "to be organized"));
    }
  }

  private void check(ServerKind kind, boolean starting, ConfiguredPath root) {
    Faults faults = context.faults();
    if (isTop(root.path().normalize())) {
      root.fault(faults, "must not be the whole file system: name a folder");
      return;
    }
    if (!Files.isDirectory(root.path())) {
      if (starting) {
        root.fault(
            faults,
            Files.exists(root.path())
                ? "is not a directory: " + root.shown()
                : "does not exist: create " + root.shown() + " or correct the path");
      }
      return;
    }
    try {
      Path real = root.path().toRealPath();
      if (isTop(real)) {
        root.fault(faults, "must not be the whole file system: name a folder");
      } else {
        usable.put(kind, real);
      }
    } catch (IOException e) {
      if (starting) {
        root.fault(faults, "cannot be resolved: " + root.shown());
      }
    }
  }

  private static boolean isTop(Path path) {
    return path.equals(path.getRoot());
  }

  /** Returns a server's root, real, if it is set and usable. */
  Optional<Path> usable(ServerKind kind) {
    return Optional.ofNullable(usable.get(kind));
  }

  /** Notes if the policy file lies in a root. */
  void keepOut(PolicyFile file) {
    Trail.of(file.named())
        .flatMap(trail -> within(file.named(), trail))
        .ifPresent(
            where ->
                context
                    .faults()
                    .elsewhere(
                        file.place(Optional.empty())
                            + "the policy file "
                            + where
                            + ": move it out, or the agent can change its own rules"));
  }

  /**
   * Returns where the audit log or the journal lies, links resolved: from here on nobody can turn a
   * link and lead it elsewhere. Notes if that is in a root.
   */
  Optional<Path> keepOut(ConfiguredPath record) {
    Optional<Trail> trail = Trail.of(record.path());
    if (trail.isEmpty()) {
      record.fault(context.faults(), record.shown() + " follows links in a circle: mend them");
      return Optional.empty();
    }
    Optional<String> where = within(record.path(), trail.get());
    where.ifPresent(
        place ->
            record.fault(
                context.faults(), record.shown() + " " + place + ": move it out of reach"));
    return where.isPresent() ? Optional.empty() : Optional.of(trail.get().end());
  }

  private Optional<String> within(Path path, Trail trail) {
    return forbidden.stream()
        .filter(root -> holds(root.path(), path, trail))
        .findFirst()
        .map(root -> "lies inside " + root.key() + " (" + root.shown() + ")");
  }

  private static boolean holds(Path root, Path path, Trail trail) {
    Path lexical = root.normalize();
    Path real = Trail.of(root).map(Trail::end).orElse(lexical);
    return path.normalize().startsWith(lexical) || trail.touches(lexical) || trail.touches(real);
  }
}
