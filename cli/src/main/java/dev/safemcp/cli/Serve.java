package dev.safemcp.cli;

import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.PolicyLoader;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.stdio.StdioServer;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What serving has in common, whichever server it is: load the policy, open, serve, close. */
abstract class Serve implements Callable<Integer> {
  private final ServerKind kind;
  private final Surroundings surroundings;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The policy file. Default: what SAFE_MCP_POLICY_FILE names. There is no other.")
  @Nullable String config;

  Serve(ServerKind kind, Surroundings surroundings) {
    this.kind = kind;
    this.surroundings = surroundings;
  }

  /** What opening a server says. */
  sealed interface Opening {
    /**
     * It can serve.
     *
     * @param description its tools
     * @param redactor what its log lines pass
     * @param later what is readied after the first answer
     * @param operations what to close at the end
     */
    record Opened(
        StdioServer.Description description,
        Redactor redactor,
        Runnable later,
        AutoCloseable operations)
        implements Opening {}

    /** It must not start. */
    record Refused(String reason) implements Opening {}
  }

  abstract Opening open(Policy policy, Surroundings surroundings);

  @Override
  public Integer call() throws Exception {
    return switch (PolicyLoader.load(
        kind,
        Optional.ofNullable(config),
        surroundings.environment(),
        surroundings.workingDirectory())) {
      case PolicyLoader.Loading.Refused refused -> surroundings.refuse(refused.reason());
      case PolicyLoader.Loading.Loaded loaded -> {
        loaded.warnings().forEach(warning -> surroundings.say("warning: " + warning));
        yield switch (open(loaded.policy(), surroundings)) {
          case Opening.Refused refused -> surroundings.refuse(refused.reason());
          case Opening.Opened opened -> serve(opened);
        };
      }
    };
  }

  private int serve(Opening.Opened opened) throws Exception {
    // SIGTERM ends the JVM by its hooks: what runs must die and the log must be closed before it
    // does.
    Thread atExit =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  try {
                    opened.operations().close();
                  } catch (Exception defect) {
                    surroundings.say(
                        "the server did not close cleanly: " + defect.getClass().getName());
                  }
                });
    Runtime.getRuntime().addShutdownHook(atExit);
    StdioServer.serve(
        opened.description(),
        opened.redactor(),
        opened.later(),
        surroundings.streams().in(),
        surroundings.streams().out());
    opened.operations().close();
    return 0;
  }
}
