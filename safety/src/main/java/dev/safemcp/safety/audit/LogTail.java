package dev.safemcp.safety.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The end of a log: its last whole record, found without reading the rest.
 *
 * @param chain where the chain stands; the start where there is no whole record
 * @param torn whether the file ends in a line without its newline
 */
record LogTail(Chain chain, boolean torn) {
  private static final int BLOCK = 64 * 1024;

  /** Bounds what is read backwards over lines that are no records, as torn ones are. */
  private static final int MAX_BACK = 4 << 20;

  /**
   * The number of a log's first record.
   *
   * @param seq its number; 0 where the first line is no whole record
   */
  record First(long seq) {}

  static First first(Path log) throws IOException {
    try (InputStream stream = new BufferedInputStream(Files.newInputStream(log))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = stream.read();
          b >= 0 && b != '\n' && line.size() < Line.MAX_BYTES;
          b = stream.read()) {
        line.write(b);
      }
      return new First(Line.read(line.toByteArray()).map(Line::seq).orElse(0L));
    }
  }

  static LogTail of(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
      long end = channel.size();
      boolean torn = end > 0 && byteAt(channel, end - 1) != '\n';
      byte[] held = new byte[0];
      long start = end;
      while (start > 0 && held.length < MAX_BACK) {
        int length = (int) Math.min(BLOCK, start);
        start -= length;
        byte[] block = Arrays.copyOf(read(channel, start, length), length + held.length);
        System.arraycopy(held, 0, block, length, held.length);
        held = block;
        Optional<Line> last = lastRecord(held, start == 0);
        if (last.isPresent()) {
          return new LogTail(last.get().chain(), torn);
        }
      }
      if (start > 0) {
        throw new IOException("no whole record stands in its last " + MAX_BACK + " bytes");
      }
      return new LogTail(Chain.START, torn);
    }
  }

  /**
   * Returns the last record among whole lines; the first line counts only where the file begins
   * with it.
   */
  private static Optional<Line> lastRecord(byte[] bytes, boolean fromStart) {
    int end = lastIndexOf(bytes, bytes.length);
    while (end >= 0) {
      int before = lastIndexOf(bytes, end);
      if (before < 0 && !fromStart) {
        return Optional.empty();
      }
      Optional<Line> line = Line.read(Arrays.copyOfRange(bytes, before + 1, end));
      if (line.isPresent()) {
        return line;
      }
      end = before;
    }
    return Optional.empty();
  }

  /** Returns the index of the last newline before {@code end}, or -1. */
  private static int lastIndexOf(byte[] bytes, int end) {
    int i = end - 1;
    while (i >= 0 && bytes[i] != '\n') {
      i--;
    }
    return i;
  }

  private static byte byteAt(FileChannel channel, long at) throws IOException {
    return read(channel, at, 1)[0];
  }

  private static byte[] read(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new IOException("it was cut while it was read");
      }
    }
    return buffer.array();
  }
}
