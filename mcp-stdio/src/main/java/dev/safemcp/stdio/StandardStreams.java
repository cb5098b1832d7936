package dev.safemcp.stdio;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
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
 * @param out stdout: not buffered, and unlike {@code System.out} it says when it is broken
 * @param err stderr, in UTF-8, flushed at every line
 */
public record StandardStreams(InputStream in, OutputStream out, PrintStream err) {

  /** Takes the streams. To be called first of all, once. */
  public static StandardStreams take() {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    System.setIn(InputStream.nullInputStream());
    System.setOut(err);
    System.setErr(err);
    return new StandardStreams(
        new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out), err);
  }
}
