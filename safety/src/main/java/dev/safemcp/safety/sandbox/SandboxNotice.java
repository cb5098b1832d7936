package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.policy.SandboxPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * What the operator reads about the kernel's half of the jail when the server starts. Stateless.
 */
public final class SandboxNotice {
  private SandboxNotice() {}

  /** Returns lines for stderr; none where all holds. */
  public static List<String> of(SandboxPolicy.Mode mode, Enforcement enforcement) {
    if (mode == SandboxPolicy.Mode.OFF) {
      return List.of(
          "warning: 'terminal.sandbox.mode' is \"off\": the kernel does not hold what a command"
              + " touches once it runs");
    }
    List<String> lines = new ArrayList<>();
    if (!enforcement.notHeld().isEmpty()) {
      lines.add("warning: not held by the kernel: " + String.join("; ", enforcement.notHeld()));
    }
    enforcement.remarks().forEach(remark -> lines.add("warning: " + remark));
    return lines;
  }
}
