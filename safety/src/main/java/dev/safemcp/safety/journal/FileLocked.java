package dev.safemcp.safety.journal;

/** A lock that is held until it is closed, or until the process ends. */
public interface FileLocked extends AutoCloseable {
  @Override
  void close();
}
