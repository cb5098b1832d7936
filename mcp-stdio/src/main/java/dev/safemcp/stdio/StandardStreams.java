package dev.safemcp.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The process's standard streams, taken away from everybody else: the one class that touches those
 * of {@link System}.
 *
 * <p>What any library prints goes to stderr afterwards, and what it reads from stdin is empty.
 *
 * @param in stdin
 * @param out stdout: every write is flushed, and unlike {@code System.out} it throws once it is
 *     broken
 * @param err stderr, in UTF-8, flushed at every line
 */
public record StandardStreams(InputStream in, OutputStream out, PrintStream err) {

  /** Takes the streams. To be called first of all, once. */
  public static StandardStreams take() {
    InputStream in = System.in;
    OutputStream out = new Failing(System.out);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.setIn(InputStream.nullInputStream());
    System.setOut(err);
    System.setErr(err);
    return new StandardStreams(in, out, err);
  }

  /** Says that a write has failed, which a {@code PrintStream} only remembers. */
  private static final class Failing extends OutputStream {
    private final PrintStream stream;

    Failing(PrintStream stream) {
      this.stream = stream;
    }

    @Override
    public void write(int b) throws IOException {
      stream.write(b);
      check();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      stream.write(bytes, offset, length);
      check();
    }

    @Override
    public void flush() throws IOException {
      check();
    }

    private void check() throws IOException {
      if (stream.checkError()) { // it flushes first
        throw new IOException("the stream is broken");
      }
    }
  }
}
