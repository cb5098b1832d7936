package dev.safemcp.cli.audit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Words why a log cannot be read. Stateless. */
final class Unreadable {
  private Unreadable() {}

  static String reason(Path log, IOException fault) {
    return "'"
        + log
        + "' "
        + switch (fault) {
          case NoSuchFileException absent -> "does not exist";
          case AccessDeniedException denied -> "cannot be read (permission denied)";
          default -> "cannot be read (" + fault.getMessage() + ")";
        }
        + ": name an audit log";
  }
}
