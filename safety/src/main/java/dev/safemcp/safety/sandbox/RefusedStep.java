package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.Errno;

/** Says which step of a confinement the kernel refused, for a client: no path in it. Stateless. */
final class RefusedStep {
  private RefusedStep() {}

  /** Returns a phrase; {@code result} is minus errno. */
  static String of(String step, int result) {
    String why =
        switch (-result) {
          case Errno.E2BIG -> "too many layers of rules: the server itself is started inside some";
          case Errno.EMFILE -> "the server has no descriptors left";
          case Errno.ENOMEM -> "the system has no memory for it";
          default -> "error " + -result;
        };
    return "the kernel refused " + step + " (" + why + ")";
  }
}
