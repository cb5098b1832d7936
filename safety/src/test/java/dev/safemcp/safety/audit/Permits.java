package dev.safemcp.safety.audit;

import java.util.Optional;

/** Makes permits for tests of what comes after the attempt's record. */
public final class Permits {
  private Permits() {}

  /** Returns a permit for {@code run_command}. */
  public static Permit any() {
    return new Permit("0", "run_command", "{}", Optional.empty());
  }

  /** Returns a permit for an action. */
  public static Permit of(String action) {
    return new Permit("test", action, "{}", Optional.empty());
  }
}
