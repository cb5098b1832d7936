package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads policy.toml and the environment into a {@link Policy}. Stateless. */
public final class PolicyLoader {
  private PolicyLoader() {}

  /** What loading says. */
  public sealed interface Loading {
    /**
     * The policy is whole.
     *
     * @param policy the policy
     * @param warnings lines for the operator: what is accepted but probably not meant
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
   * @param kind which root must be set
   * @param config the value of {@code --config}, which wins over {@code SAFE_MCP_POLICY_FILE}
   * @param environment the environment's variables; an empty one counts as unset
   * @param workingDirectory what relative values of the command line and environment resolve
   *     against; relative paths in the file resolve against the file's folder
   */
  public static Loading load(
      ServerKind kind,
      Optional<String> config,
      Map<String, String> environment,
      Path workingDirectory) {
    try {
      PolicyFile file = PolicyFile.read(config, environment, workingDirectory);
      PolicyReader reader =
          new PolicyReader(kind, file, new Overrides(environment, workingDirectory));
      Policy policy = reader.read();
      return new Loading.Loaded(policy, Doubts.of(policy));
    } catch (Refusal refusal) {
      return new Loading.Refused(refusal.reason().replaceAll("\\R", " "));
    }
  }
}
