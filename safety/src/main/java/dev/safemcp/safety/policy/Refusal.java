package dev.safemcp.safety.policy;

/**
 * How a fault travels from where it is found to {@link PolicyLoader#load}, which makes a value of
 * it.
 *
 * <p>It never leaves this package.
 */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  /** Refuses for the whole file or for something outside it. */
  Refusal(String reason) {
    super(reason, null, false, false);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
