package dev.safemcp.safety.act;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Keeps the first bytes of a stream and counts the rest. For one thread. */
final class OutputCapture {
  private final int most;
  private byte[] bytes = new byte[0];
  private int kept;
  private long seen;

  /**
   * Makes a capture.
   *
   * @param most how many bytes are kept
   */
  OutputCapture(int most) {
    this.most = most;
  }

  void take(MemorySegment buffer, int length) {
    int fits = Math.min(length, most - kept);
    if (kept + fits > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(most, Math.max(kept + fits, 2 * bytes.length)));
    }
    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, kept, fits);
    kept += fits;
    seen += length;
  }

  void take(byte[] buffer, int length) {
    take(MemorySegment.ofArray(buffer), length);
  }

  long seen() {
    return seen;
  }

  Captured captured() {
    return new Captured(Arrays.copyOf(bytes, kept), seen > kept);
  }
}
