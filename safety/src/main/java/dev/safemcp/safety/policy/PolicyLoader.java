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
     * @param warnings lines for the operator: keys that are accepted and not enforced yet
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
   * @param environment the environment's variables
   * @param workingDirectory what relative values of the command line and environment resolve
   *     against
   */
  public static Loading load(
      ServerKind kind,
      Optional<String> config,
      Map<String, String> environment,
      Path workingDirectory) {
    throw new UnsupportedOperationException();
  }
}
