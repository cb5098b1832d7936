package dev.safemcp.stdio.framing;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream at its line feeds.
 *
 * <p>Holds at most one line within the limit. What follows the last line feed counts as a line, so
 * that a script need not end its input with one. For one thread.
 */
public final class LineReader {
  private static final int CHUNK = 64 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] chunk = new byte[CHUNK];
  private int next;
  private int filled;

  /**
   * Makes a reader.
   *
   * @param in where bytes come from
   * @param maxBytes the longest line, in bytes without its line break
   */
  public LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** Reads on to the end of the line. Blocks until then. A stream that fails has ended. */
  public Line next() {
    byte[] line = new byte[0];
    int length = 0;
    boolean tooLong = false;
    boolean any = false;
    while (next < filled || fill()) {
      any = true;
      int end = next;
      while (end < filled && chunk[end] != '\n') {
        end++;
      }
      int more = end - next;
      if (tooLong || more > maxBytes - length) {
        tooLong = true;
        line = new byte[0];
      } else {
        line = room(line, length, more);
        System.arraycopy(chunk, next, line, length, more);
        length += more;
      }
      boolean whole = end < filled;
      next = whole ? end + 1 : filled;
      if (whole) {
        return line(line, length, tooLong);
      }
    }
    return any ? line(line, length, tooLong) : new Line.End();
  }

  private static Line line(byte[] line, int length, boolean tooLong) {
    return tooLong
        ? new Line.TooLong()
        : new Line.Whole(line.length == length ? line : Arrays.copyOf(line, length));
  }

  /** Grows by doubling: a long line must not be copied once for each chunk. */
  private byte[] room(byte[] line, int length, int more) {
    int needed = length + more;
    if (needed <= line.length) {
      return line;
    }
    int grown = length == 0 ? needed : (int) Math.min(maxBytes, Math.max(needed, 2L * line.length));
    return Arrays.copyOf(line, grown);
  }

  private boolean fill() {
    try {
      next = 0;
      filled = Math.max(in.read(chunk), 0);
    } catch (IOException ended) {
      filled = 0;
    }
    return filled > 0;
  }
}
