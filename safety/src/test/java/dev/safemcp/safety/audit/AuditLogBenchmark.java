package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Measures what a record costs on a disk: no test, run by hand as docs/audit.md says. */
final class AuditLogBenchmark {
  private static final int CALLS = 2000;

  private AuditLogBenchmark() {}

  /** Takes the folder to write to. */
  public static void main(String... arguments) throws IOException {
    PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
    for (int threads : new int[] {1, 1, 8, 16}) {
      Path folder = Files.createTempDirectory(Path.of(arguments[0]), "audit-benchmark");
      LogFixture log = new LogFixture(folder, FailMode.CLOSED, LogFixture.BIG, 3);
      long[] nanos = new long[CALLS];
      long began = System.nanoTime();
      try (AuditLog writer = log.open();
          ExecutorService pool = Executors.newFixedThreadPool(threads)) {
        for (int i = 0; i < CALLS; i++) {
          int call = i;
          pool.execute(
              () -> {
                long start = System.nanoTime();
                LogFixture.call(writer, "{\"command\":\"git status\"}");
                nanos[call] = System.nanoTime() - start;
              });
        }
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      Arrays.sort(nanos);
      out.printf(
          "%2d thread(s): %6.0f records/s, one attempt and outcome p50 %.2f ms p99 %.2f ms%n",
          threads, 2 * CALLS / seconds, nanos[CALLS / 2] / 1e6, nanos[CALLS * 99 / 100] / 1e6);
      long verify = System.nanoTime();
      long records = log.intact().records();
      out.printf("   verify: %.0f records/s%n", records / ((System.nanoTime() - verify) / 1e9));
    }
  }
}
