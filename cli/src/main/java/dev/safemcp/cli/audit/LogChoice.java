package dev.safemcp.cli.audit;

import dev.safemcp.cli.console.Console;
import dev.safemcp.safety.policy.PolicyLoader;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import dev.safemcp.safety.policy.ServerKind;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which log is meant: by its name, or as a policy names it. */
final class LogChoice {
  private static final String POLICY_FILE = "SAFE_MCP_POLICY_FILE";

  @Parameters(
      paramLabel = "LOG",
      arity = "0..1",
      description = "The log, not one of its rotated files. Default: the one that --config names.")
  @Nullable String log;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The policy file whose audit_log is meant.")
  @Nullable String config;

  /** What is done with a log. */
  @FunctionalInterface
  interface Work {
    /** Returns the exit status. */
    int on(Path log) throws IOException;
  }

  /** Does it; no log, and one that cannot be read, are refusals. */
  int read(Console console, Work work) {
    return switch (choose(console)) {
      case Chosen.None(String reason) -> console.refuse(reason);
      case Chosen.Log(Path path) -> {
        try {
          yield work.on(path);
        } catch (IOException fault) {
          yield console.refuse(Unreadable.reason(path, fault));
        }
      }
    };
  }

  /** What the choice says. */
  private sealed interface Chosen {
    /** This log. */
    record Log(Path path) implements Chosen {}

    /** None. */
    record None(String reason) implements Chosen {}
  }

  private Chosen choose(Console console) {
    if (log != null) {
      try {
        return config == null
            ? new Chosen.Log(console.workingDirectory().resolve(log))
            : new Chosen.None("both a log and --config are named: leave one out");
      } catch (InvalidPathException noPath) {
        return new Chosen.None("'" + log + "' is no path on this system");
      }
    }
    if (config == null && console.environment().getOrDefault(POLICY_FILE, "").isEmpty()) {
      return new Chosen.None(
          "no log is named: name one, or a policy with --config or in " + POLICY_FILE);
    }
    String reason = "";
    for (ServerKind kind : ServerKind.values()) {
      switch (PolicyLoader.load(
          kind, Optional.ofNullable(config), console.environment(), console.workingDirectory())) {
        case Loading.Loaded loaded -> {
          return new Chosen.Log(loaded.policy().audit().log());
        }
        case Loading.Refused refused -> reason = refused.reason();
      }
    }
    return new Chosen.None(reason);
  }
}
