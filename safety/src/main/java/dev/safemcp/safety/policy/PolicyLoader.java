package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads policy.toml and the environment into a {@link Policy}. Stateless.
 *
 * <p>The road: find and read the file, parse it, compare it with {@link PolicySchema}, resolve
 * paths and roots, keep the records out of the roots, build the values. The first step that finds
 * something wrong ends it.
 */
public final class PolicyLoader {
  private PolicyLoader() {}

  /** What loading says. */
  public sealed interface Loading {
    /**
     * The policy is whole.
     *
     * @param policy the policy
     * @param warnings lines for the operator: keys that are accepted and not enforced yet, and what
     *     can have no effect
     */
    record Loaded(Policy policy, List<String> warnings) implements Loading {
      public Loaded {
        warnings = List.copyOf(warnings);
      }
    }

    /**
     * The server must not start.
     *
     * @param reason what is wrong, where, and what to do; one line
     */
    record Refused(String reason) implements Loading {}
  }

  /**
   * Loads the policy for a server.
   *
   * <p>Relative paths in the file start from the folder of the file as the operator named it, a
   * link's own folder where it is a link; relative values of {@code --config} and of the
   * environment start from the working directory. An empty variable counts as unset.
   *
   * @param kind which root must be set
   * @param config the value of {@code --config}, which wins over {@code SAFE_MCP_POLICY_FILE}
   * @param environment the environment's variables
   * @param workingDirectory what relative values of the command line and environment resolve
   *     against
   */
  public static Loading load(
      ServerKind kind,
      Optional<String> config,
      Map<String, String> environment,
      Path workingDirectory) {
    return switch (PolicyFile.open(config, environment, workingDirectory)) {
      case PolicyFile.Opening.Refused(String reason) -> new Loading.Refused(reason);
      case PolicyFile.Opening.Opened(PolicyFile file) ->
          load(
              kind,
              new LoadingContext(
                  file, environment, workingDirectory.toAbsolutePath(), new Faults(file)));
    };
  }

  private static Loading load(ServerKind kind, LoadingContext context) {
    return switch (read(context)) {
      case Contents.Wrong(String reason) -> new Loading.Refused(reason);
      case Contents.Right(TomlValue.Table root) -> assemble(kind, Section.of(root), context);
    };
  }

  /** What the file's text is. */
  sealed interface Contents {
    /** It is TOML, and the schema has nothing against it. */
    record Right(TomlValue.Table root) implements Contents {}

    /** It is not. */
    record Wrong(String reason) implements Contents {}
  }

  static Contents read(LoadingContext context) {
    PolicyFile file = context.file();
    return switch (TomlReader.read(file.text())) {
      case TomlReader.Reading.Malformed(String problem, Optional<Position> position) ->
          new Contents.Wrong(file.place(position) + "bad TOML: " + problem);
      case TomlReader.Reading.Read(TomlValue.Table root) -> {
        new SchemaCheck(context.faults()).check(root);
        yield context
            .faults()
            .first()
            .<Contents>map(Contents.Wrong::new)
            .orElseGet(() -> new Contents.Right(root));
      }
    };
  }

  static Loading assemble(ServerKind kind, Section root, LoadingContext context) {
    Optional<Policy> policy = new PolicyAssembly(kind, root, context).assemble();
    return policy.isPresent()
        ? new Loading.Loaded(
            policy.get(),
            PolicyRemarks.of(root, policy.get(), context).stream()
                .map(PolicyRemark::message)
                .toList())
        : new Loading.Refused(context.faults().first().orElseThrow());
  }
}
