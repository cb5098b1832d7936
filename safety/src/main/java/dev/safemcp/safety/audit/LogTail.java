package dev.safemcp.safety.audit;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;

/**
 * The end of a log: its last whole record, found without reading the rest.
 *
 * @param chain where the chain stands; the start where there is no whole record
 * @param end the position after the last whole record's closing brace; 0 where there is none
 * @param rest what stands after it
 */
record LogTail(Chain chain, long end, Rest rest) {
  private static final int BLOCK = 16 * 1024;

  /** Bounds what is read backwards over lines that are no records, in bytes. */
  private static final int MAX_BACK = 4 << 20;

  /** What stands after the last whole record. */
  enum Rest {
    /** Its newline and nothing else, or nothing in an empty file. */
    NOTHING,
    /** Not even its newline: the write of it was cut there. */
    NO_NEWLINE,
    /** A line without its newline, as a crash leaves one. */
    TORN,
    /** Whole lines that are no records. */
    DAMAGED
  }

  /** Reads the end of a file's first {@code size} bytes. */
  static LogTail of(FileChannel channel, long size) throws IOException {
    byte[] held = new byte[0];
    long start = size;
    while (start > 0 && held.length < MAX_BACK) {
      // Twice as much each time: what is held is searched anew each time.
      int length = (int) Math.min(Math.max(BLOCK, held.length), start);
      start -= length;
      byte[] longer = Arrays.copyOf(bytes(channel, start, length), length + held.length);
      System.arraycopy(held, 0, longer, length, held.length);
      held = longer;
      Optional<LogTail> found = in(held, start);
      if (found.isPresent()) {
        return found.get();
      }
    }
    if (start > 0) {
      throw new IOException("no whole record stands in its last " + MAX_BACK + " bytes");
    }
    return new LogTail(Chain.START, 0, size == 0 ? Rest.NOTHING : restOf(held, 0));
  }

  /** Finds the last record among lines; the first counts only where the file begins with it. */
  private static Optional<LogTail> in(byte[] bytes, long start) {
    int end = bytes.length;
    while (end > 0) {
      int before = newlineBefore(bytes, end);
      if (before < 0 && start > 0) {
        return Optional.empty();
      }
      Optional<Line> line = Line.read(Arrays.copyOfRange(bytes, before + 1, end));
      if (line.isPresent()) {
        return Optional.of(new LogTail(line.get().chain(), start + end, restOf(bytes, end)));
      }
      end = before;
    }
    return Optional.empty();
  }

  private static Rest restOf(byte[] bytes, int end) {
    if (end == bytes.length) {
      return Rest.NO_NEWLINE;
    }
    if (end == bytes.length - 1) {
      return bytes[end] == '\n' ? Rest.NOTHING : Rest.TORN;
    }
    return bytes[bytes.length - 1] == '\n' ? Rest.DAMAGED : Rest.TORN;
  }

  private static int newlineBefore(byte[] bytes, int end) {
    int i = end - 1;
    while (i >= 0 && bytes[i] != '\n') {
      i--;
    }
    return i;
  }

  /** Returns the bytes from a position on. */
  static byte[] bytes(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new EOFException("it was cut while it was read");
      }
    }
    return buffer.array();
  }
}
