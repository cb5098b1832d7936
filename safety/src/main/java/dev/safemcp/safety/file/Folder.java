package dev.safemcp.safety.file;

/**
 * A handle on a directory: it stays on the directory whatever becomes of its name. Made by {@link
 * FileCalls}; closing it never fails.
 */
public interface Folder extends AutoCloseable {
  @Override
  void close();
}
