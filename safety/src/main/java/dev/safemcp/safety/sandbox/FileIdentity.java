package dev.safemcp.safety.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What tells a file from every other, whatever its names.
 *
 * @param device the number of its file system
 * @param inode its number there
 */
record FileIdentity(long device, long inode) {
  /** Reads it, links followed; empty where the file is gone or out of reach. */
  static Optional<FileIdentity> of(Path file) {
    try {
      return Optional.of(
          new FileIdentity(
              ((Number) Files.getAttribute(file, "unix:dev")).longValue(),
              ((Number) Files.getAttribute(file, "unix:ino")).longValue()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
