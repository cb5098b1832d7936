package dev.safemcp.safety.audit;

import java.util.Optional;

/** Permits for tests that act without a log. */
public final class TestPermits {
  private TestPermits() {}

  /** Returns a permit for an action. */
  public static Permit of(String action) {
    return new Permit("test", action, "{}", Optional.empty());
  }
}
