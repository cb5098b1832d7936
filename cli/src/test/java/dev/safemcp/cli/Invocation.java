package dev.safemcp.cli;

import dev.safemcp.stdio.StandardStreams;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * One run of the command line within this process.
 *
 * @param status its exit status
 * @param out what it wrote to stdout
 * @param err what it wrote to stderr
 */
record Invocation(int status, String out, String err) {
  static Invocation of(Path folder, String... arguments) {
    return of(folder, Map.of("PATH", "/usr/bin:/bin"), arguments);
  }

  static Invocation of(Path folder, Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        SafeMcp.run(
            arguments,
            new Surroundings(
                new StandardStreams(
                    InputStream.nullInputStream(),
                    out,
                    new PrintStream(err, true, StandardCharsets.UTF_8)),
                environment,
                folder));
    return new Invocation(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
