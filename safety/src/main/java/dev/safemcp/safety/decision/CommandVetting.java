package dev.safemcp.safety.decision;

import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.List;

/**
 * Turns words into a {@link VettedCommand}, or says why not.
 *
 * <p>Thread-safe and immutable: names were resolved to programs once, when it was made.
 */
public final class CommandVetting {
  private CommandVetting() {}

  /** What vetting says. */
  public sealed interface Verdict {
    /** The policy allows it, and the program is there. */
    record Vetted(VettedCommand command) implements Verdict {}

    /** A list or a rule refuses it. */
    record Denied(String reason) implements Verdict {}

    /** The policy allows it, but no program of that name was found when the server started. */
    record Missing(String reason) implements Verdict {}
  }

  /**
   * Reads the policy's lists into rules and resolves each allowed name on {@code searchPath}.
   *
   * @param policy the terminal's policy
   * @param searchPath folders as in PATH; those that are relative or inside the jail do not count
   */
  public static CommandVetting of(TerminalPolicy policy, List<String> searchPath) {
    throw new UnsupportedOperationException();
  }

  /** Decides on words: the name first, then its arguments. */
  public Verdict vet(List<String> words) {
    throw new UnsupportedOperationException();
  }
}
