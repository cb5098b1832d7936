package dev.safemcp.safety.policy;

import java.util.Map;
import java.util.Optional;

/** The variables of the environment that win over keys of the file. Stateless. */
final class Variables {
  static final String JAIL_ROOT = "SAFE_MCP_JAIL_ROOT";
  static final String WORKSPACE_ROOT = "SAFE_MCP_WORKSPACE_ROOT";
  static final String AUDIT_LOG = "SAFE_MCP_AUDIT_LOG";
  static final String AUDIT_FAIL_MODE = "SAFE_MCP_AUDIT_FAIL_MODE";
  static final String JOURNAL = "SAFE_MCP_FILES_JOURNAL";

  private static final Map<String, String> BY_KEY =
      Map.of(
          "terminal.jail_root", JAIL_ROOT,
          "files.workspace_root", WORKSPACE_ROOT,
          "audit_log", AUDIT_LOG,
          "audit_fail_mode", AUDIT_FAIL_MODE,
          "files.journal", JOURNAL);

  private Variables() {}

  /** Returns the variable that wins over a key, where it is set: an empty one is not. */
  static Optional<String> over(KeyPath key, Map<String, String> environment) {
    return Optional.ofNullable(BY_KEY.get(key.dotted()))
        .filter(variable -> !environment.getOrDefault(variable, "").isEmpty());
  }
}
