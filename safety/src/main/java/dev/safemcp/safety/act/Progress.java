package dev.safemcp.safety.act;

import java.time.Duration;

/**
 * Hears how a run goes, at most twice a second, on a thread of the runner's. Must be quick and not
 * throw.
 */
@FunctionalInterface
public interface Progress {
  /** Hears nothing. */
  Progress NONE = (elapsed, bytes) -> {};

  /**
   * Tells of a run that goes on.
   *
   * @param elapsed since it started
   * @param bytes how many it wrote so far to stdout and stderr together
   */
  void running(Duration elapsed, long bytes);
}
