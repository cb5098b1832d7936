package dev.safemcp.safety.audit;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells the operator that records are lost: once for each new cause, and once with their number
 * when the log can be written again. A line for each call would drown the rest. Thread-safe.
 */
final class OperatorNotice {
  private final Path log;
  private final Consumer<String> warnings;
  private String cause = "";
  private long lost;

  OperatorNotice(Path log, Consumer<String> warnings) {
    this.log = log;
    this.warnings = warnings;
  }

  /** Takes note of a record that was not written. */
  synchronized void lost(Exception fault) {
    lost++;
    String why = why(fault);
    if (!why.equals(cause)) {
      cause = why;
      warnings.accept("the audit log '" + log + "' cannot be written: " + why);
    }
  }

  /** Takes note of a record that was written. */
  synchronized void written() {
    if (lost > 0) {
      warnings.accept(
          "the audit log '" + log + "' can be written again; " + lost + " record(s) are missing");
      lost = 0;
      cause = "";
    }
  }

  /** Returns a fault's cause in a few words, for the operator. */
  static String why(Exception fault) {
    return switch (fault) {
      case NoSuchFileException missing -> "no such folder";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException system ->
          Optional.ofNullable(system.getReason()).orElse("the file system refused");
      default -> Optional.ofNullable(fault.getMessage()).orElse("the file system refused");
    };
  }
}
