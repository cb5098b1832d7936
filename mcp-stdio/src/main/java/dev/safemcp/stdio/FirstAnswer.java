package dev.safemcp.stdio;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Passes everything on, and knows when the first line was flushed. Thread-safe as its stream is.
 */
final class FirstAnswer extends FilterOutputStream {
  private static final long PATIENCE_SECONDS = 2;

  private final CountDownLatch flushed = new CountDownLatch(1);

  FirstAnswer(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length); // the one that this overrides writes byte by byte
  }

  @Override
  public void flush() throws IOException {
    super.flush();
    flushed.countDown();
  }

  /** Waits for the first answer, but not for long, and runs. */
  void runAfter(Runnable later) {
    try {
      boolean ignored = flushed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return;
    }
    later.run();
  }
}
