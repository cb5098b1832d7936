package dev.safemcp.safety.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file line by line in constant memory: of a line longer than {@link Line#MAX_BYTES} it
 * keeps the beginning and goes on to the next. Reads by position, so that the channel may be
 * shared. Not thread-safe.
 */
final class LineReader {
  private final FileChannel channel;
  private final long end;
  private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024).limit(0);
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long filled;
  private long number;

  /** Reads what stands between two positions; what is appended after {@code end} is not seen. */
  LineReader(FileChannel channel, long start, long end) {
    this.channel = channel;
    this.filled = start;
    this.end = end;
  }

  /**
   * A line.
   *
   * @param number 1-based, counted from where reading began
   * @param bytes without the newline
   * @param ended whether a newline stands after it
   * @param tooLong whether {@code bytes} is its beginning alone
   * @param next the position after it
   */
  @SuppressWarnings("ArrayRecordComponent") // It is handed on within the package, never compared.
  record Text(long number, byte[] bytes, boolean ended, boolean tooLong, long next) {}

  /** Returns the next line, or null after the last. */
  @Nullable Text next() throws IOException {
    line.reset();
    boolean tooLong = false;
    boolean any = false;
    while (buffer.hasRemaining() || fill()) {
      any = true;
      int from = buffer.position();
      int at = from;
      byte[] bytes = buffer.array();
      while (at < buffer.limit() && bytes[at] != '\n') {
        at++;
      }
      int kept = Math.min(at - from, Line.MAX_BYTES - line.size());
      line.write(bytes, from, kept);
      tooLong |= kept < at - from;
      boolean ended = at < buffer.limit();
      buffer.position(ended ? at + 1 : at);
      if (ended) {
        return text(true, tooLong);
      }
    }
    return any ? text(false, tooLong) : null;
  }

  private Text text(boolean ended, boolean tooLong) {
    return new Text(++number, line.toByteArray(), ended, tooLong, filled - buffer.remaining());
  }

  private boolean fill() throws IOException {
    if (filled >= end) {
      return false;
    }
    buffer.clear().limit((int) Math.min(buffer.capacity(), end - filled));
    int read = channel.read(buffer, filled);
    buffer.flip();
    if (read <= 0) {
      return false;
    }
    filled += read;
    return true;
  }
}
