package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The log's file while it is open. It holds a descriptor for each direction: what is appended must
 * go to the end whatever else happens, and the JDK reads through no such channel. As long as one of
 * them is open, the kernel gives the file's inode number to no other file.
 *
 * @param append the way in
 * @param read the way out
 * @param key what tells this file from every other
 * @param created whether opening made it
 */
record OpenLog(FileChannel append, FileChannel read, Optional<Object> key, boolean created)
    implements AutoCloseable {

  /** Opens or creates a log. */
  static OpenLog open(Path path) throws IOException {
    boolean absent = OwnFile.attributes(path).isEmpty();
    OwnFile.Opened append = OwnFile.append(path);
    try {
      OwnFile.Opened read = OwnFile.read(path);
      if (!read.key().equals(append.key())) {
        read.channel().close();
        throw new OwnFile.Replaced();
      }
      return new OpenLog(append.channel(), read.channel(), append.key(), absent);
    } catch (IOException fault) {
      append.channel().close();
      throw fault;
    }
  }

  /** Returns whether this is the file that has these attributes. */
  boolean is(BasicFileAttributes file) {
    return OwnFile.key(file).equals(key);
  }

  /** Appends, in one write(2) where the kernel takes all at once, which it does for a file. */
  void write(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      append.write(buffer);
    }
  }

  /** Makes what was appended durable; fdatasync(2) covers the new size too. */
  void force() throws IOException {
    append.force(false);
  }

  /** Takes back what stands after a position. */
  void truncate(long size) throws IOException {
    append.truncate(size);
    append.force(false);
  }

  @Override
  public void close() throws IOException {
    try (read) {
      append.close();
    }
  }
}
