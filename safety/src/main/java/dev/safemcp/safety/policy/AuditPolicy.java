package dev.safemcp.safety.policy;

import java.nio.file.Path;

/**
 * Where the audit log lies and what happens when it cannot be written.
 *
 * @param log the log file, absolute, in a folder outside every root
 * @param failMode what to do when a record cannot be written
 * @param maxBytes the size in bytes at which the log is rotated, positive
 * @param keep how many rotated files are kept, not negative
 */
public record AuditPolicy(Path log, FailMode failMode, long maxBytes, int keep) {
  /** What to do when a record cannot be written. */
  public enum FailMode {
    /** Nothing runs without its record. */
    CLOSED,
    /** It runs anyway, with a warning on stderr and in the result's reason. */
    OPEN
  }
}
