package dev.safemcp.safety.journal;

import dev.safemcp.safety.file.CallFailed;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The calls that keep the journal: files of ours, outside every root, by absolute paths. Each is
 * one step for the file system, so that a test can fail or end the program at any of them.
 *
 * <p>Thread-safe.
 */
public interface StateCalls {
  /**
   * Opens a file of ours, outside every root, for reading and appending.
   *
   * @param create whether it must be new, readable by its owner alone; else it must be there
   */
  OpenFile openFile(Path file, boolean create) throws CallFailed;

  /** Puts one file of ours in the place of another, atomically. */
  void replaceFile(Path file, Path replaced) throws CallFailed;

  /** Removes a file of ours where it is there. */
  void deleteFile(Path file) throws CallFailed;

  /** Returns when the names in a folder of ours are on the disk. */
  void syncFolder(Path folder) throws CallFailed;

  /**
   * Locks a file of ours, made where it is missing, against other processes and this one.
   *
   * @return the lock, which closing gives up; empty where somebody else has it
   */
  Optional<FileLocked> lock(Path file) throws CallFailed;
}
