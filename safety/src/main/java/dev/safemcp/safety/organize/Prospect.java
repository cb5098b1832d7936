package dev.safemcp.safety.organize;

import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.util.Optional;

/** What the planner would do with an entry. */
public sealed interface Prospect {
  /**
   * It would be moved.
   *
   * @param category whose extension it has
   * @param destination where it would lie
   */
  record Movable(String category, WorkspacePath destination) implements Prospect {}

  /**
   * It would be left alone.
   *
   * @param code which kind of no
   * @param reason why
   * @param rule the name of the rule that matched; empty where none did
   */
  record Left(ResultCode code, String reason, Optional<String> rule) implements Prospect {
    Left(ResultCode code, String reason) {
      this(code, reason, Optional.empty());
    }
  }
}
