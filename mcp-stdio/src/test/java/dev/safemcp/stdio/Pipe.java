package dev.safemcp.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/**
 * Bytes from one thread to another, like a pipe of the kernel's: a full one blocks the writer, a
 * closed end breaks the other. The JDK's own fails when a writing thread ends.
 */
final class Pipe {
  private final byte[] buffer;
  private int start;
  private int count;
  private boolean writerClosed;
  private boolean readerClosed;

  Pipe(int capacity) {
    buffer = new byte[capacity];
  }

  /** Returns how many bytes lie in it, unread. */
  synchronized int unread() {
    return count;
  }

  /** Waits until a writer finds it full. */
  synchronized void awaitFull() throws InterruptedException {
    while (count < buffer.length) {
      wait();
    }
  }

  synchronized void closeWriter() {
    writerClosed = true;
    notifyAll();
  }

  synchronized void closeReader() {
    readerClosed = true;
    notifyAll();
  }

  final InputStream in =
      new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          synchronized (Pipe.this) {
            waitWhile(() -> count == 0 && !writerClosed);
            if (count == 0) {
              return -1;
            }
            int taken = Math.min(Math.min(length, count), buffer.length - start);
            System.arraycopy(buffer, start, bytes, offset, taken);
            start = (start + taken) % buffer.length;
            count -= taken;
            Pipe.this.notifyAll();
            return taken;
          }
        }
      };

  final OutputStream out =
      new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          synchronized (Pipe.this) {
            int done = 0;
            while (done < length) {
              waitWhile(() -> count == buffer.length && !readerClosed);
              if (readerClosed) {
                throw new IOException("broken pipe");
              }
              int end = (start + count) % buffer.length;
              int room = Math.min(buffer.length - count, buffer.length - end);
              int given = Math.min(room, length - done);
              System.arraycopy(bytes, offset + done, buffer, end, given);
              count += given;
              done += given;
              Pipe.this.notifyAll();
            }
          }
        }
      };

  private synchronized void waitWhile(BooleanSupplier blocked) throws IOException {
    try {
      while (blocked.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
