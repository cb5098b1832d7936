package dev.safemcp.safety.journal;

import dev.safemcp.safety.file.CallFailed;

/** An open file of ours: the journal. Not thread-safe; closing it never fails. */
public interface OpenFile extends AutoCloseable {
  /** Returns its size in bytes. */
  long size() throws CallFailed;

  /**
   * Returns its whole content.
   *
   * @throws CallFailed also where it is larger than {@code maxBytes}
   */
  byte[] read(int maxBytes) throws CallFailed;

  /** Writes at the end; after a failure any part of {@code bytes} may stand there. */
  void append(byte[] bytes) throws CallFailed;

  /** Cuts it to a size. */
  void truncate(long size) throws CallFailed;

  /** Returns when its content is on the disk, fsync(2). */
  void sync() throws CallFailed;

  @Override
  void close();
}
