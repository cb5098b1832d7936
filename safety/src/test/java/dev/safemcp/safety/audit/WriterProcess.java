package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.ServerKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of its own that writes to a log. It prints each call's number once its two records are
 * durable, and the first refusal instead.
 */
final class WriterProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader stdout;

  private WriterProcess(Process process) {
    this.process = process;
    this.stdout =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  /**
   * Starts one.
   *
   * @param prefix what runs it, as {@code sh -c} does under a limit; may be empty
   */
  static WriterProcess start(
      List<String> prefix,
      Path log,
      String session,
      long maxBytes,
      int keep,
      int calls,
      Path errors)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-Xmx64m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            WriterProcess.class.getName(),
            log.toString(),
            session,
            String.valueOf(maxBytes),
            String.valueOf(keep),
            String.valueOf(calls)));
    return new WriterProcess(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
            .start());
  }

  /** Returns what it prints next, or null after its end. */
  String next() throws IOException {
    return stdout.readLine();
  }

  /** Reads to its end and returns the number of calls that it knows to be recorded. */
  int finish() throws IOException, InterruptedException {
    int recorded = 0;
    for (String line = next(); line != null; line = next()) {
      if (line.startsWith("recorded ")) {
        recorded = Integer.parseInt(line.substring(9));
      }
    }
    process.waitFor();
    return recorded;
  }

  /** Kills it with SIGKILL. */
  void kill() {
    // By its handle: the process itself would close the stream that is still to be read.
    process.toHandle().destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Runs in the process. */
  public static void main(String... arguments) throws IOException {
    Path log = Path.of(arguments[0]);
    PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
    int calls = Integer.parseInt(arguments[4]);
    AuditLog writer =
        LogFixture.opened(
            AuditLog.open(
                new AuditPolicy(
                    log,
                    FailMode.CLOSED,
                    Long.parseLong(arguments[2]),
                    Integer.parseInt(arguments[3])),
                ServerKind.TERMINAL,
                LogFixture.POLICY,
                warning -> out.println("warned " + warning),
                new AuditLog.Setting(
                    InstantSource.system(), arguments[1], Duration.ofSeconds(60))));
    out.println("open");
    for (int i = 1; i <= Math.abs(calls); i++) {
      try {
        LogFixture.call(writer, "{\"command\":\"echo " + i + "\"}");
      } catch (AssertionError refused) {
        out.println("refused " + i);
        writer.close();
        return;
      }
      out.println("recorded " + i);
    }
    if (calls < 0) {
      dieInTheMiddleOfARecord(log);
    }
    writer.close();
  }

  private static void dieInTheMiddleOfARecord(Path log) throws IOException {
    new LogLock(log)
        .holding(
            () -> {
              String half = "{\"ts\":\"2026-11-30T12:00:00.000000+00:00\",\"se";
              // As a writer does: the line that another left torn is ended first, never added to.
              String before = Files.readString(log);
              String ended = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
              Files.writeString(log, ended + half, StandardOpenOption.APPEND);
              Runtime.getRuntime().halt(1);
            });
  }
}
