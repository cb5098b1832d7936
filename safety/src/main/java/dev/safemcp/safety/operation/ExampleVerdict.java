package dev.safemcp.safety.operation;

/**
 * What became of one of a policy's own examples.
 *
 * @param key where it stands, as in {@code terminal.examples[0]}
 * @param command the command line
 * @param expected the code that the operator expects
 * @param explanation what the policy says
 */
public record ExampleVerdict(String key, String command, String expected, Explanation explanation) {
  /** Returns whether the two agree. */
  public boolean holds() {
    return explanation.code().name().equals(expected);
  }
}
