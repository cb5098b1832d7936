package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints how long 1, 10 and 100 MB take, and the ratios: ten times the text, ten times the time.
 */
public final class RedactionBench {
  private static final int MB = 1_000_000;

  private RedactionBench() {}

  /** Prints the table; {@code --quick} leaves the 100 MB out. */
  public static void main(String[] args) {
    boolean quick = args.length > 0 && args[0].equals("--quick");
    System.out.println("| text | 1 MB, ms | MB/s | 10 MB / 1 MB | 100 MB / 10 MB |");
    System.out.println("| --- | ---: | ---: | ---: | ---: |");
    Random random = new Random(1);
    StringBuilder log = new StringBuilder();
    StringBuilder leaky = new StringBuilder();
    while (log.length() < MB) {
      String id = Samples.draw("[0-9a-f]{40}", random);
      log.append("2026-01-02T03:04:05Z INFO  request ").append(id).append(" took 12 ms\n");
      leaky.append("key ").append(Samples.draw("ghp_[A-Za-z0-9]{36}", random)).append(" password=");
      leaky.append(Samples.draw("[a-z0-9]{12}", random)).append('\n');
    }
    row("a log", log.toString(), quick);
    row("secrets on every line", leaky.toString(), quick);
    for (String hostile : List.of("password=", "eyJ", "\u001b]0;", "-----BEGIN PRIVATE KEY-----")) {
      row("`" + hostile.replace("\u001b", "ESC") + "` repeated", hostile.repeat(MB / 2), quick);
    }
  }

  private static void row(String name, String unit, boolean quick) {
    double one = best(unit, MB, 5);
    double ten = best(unit, 10 * MB, 2);
    double hundred = quick ? 0 : best(unit, 100 * MB, 1);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.0f | %.1f | %s |%n",
        name,
        one / 1e6,
        1e9 / one,
        ten / one,
        quick ? "" : String.format(Locale.ROOT, "%.1f", hundred / ten));
  }

  private static double best(String unit, int size, int rounds) {
    byte[] bytes =
        unit.repeat(1 + size / unit.length()).substring(0, size).getBytes(StandardCharsets.UTF_8);
    Redactor redactor = Redactor.of(RedactionPolicy.standard());
    double best = Double.MAX_VALUE;
    for (int i = 0; i < rounds; i++) {
      long began = System.nanoTime();
      if (redactor.output(bytes, false, Integer.MAX_VALUE - 100_000).text().isEmpty()) {
        throw new IllegalStateException("nothing came out");
      }
      best = Math.min(best, (double) (System.nanoTime() - began));
    }
    return best;
  }
}
