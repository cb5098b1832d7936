package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Samples.Sample;
import dev.safemcp.safety.redact.VisibleText.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Prints the tables of docs/redaction.md. Run by scripts/measure-redaction.sh.
 *
 * <p>Arguments: {@code --rules=FILE} (rules in gitleaks' format to compare with), {@code
 * --alarms=FILE} (where every finding in real text is written, to be judged by hand), and {@code
 * NAME=PATH} for each real text: a file, or an archive of files.
 */
public final class RedactionReport {
  private static final int CHUNK = 1 << 20;

  /** The published rules are read on so much of each text: their engine is slow. */
  private static final long MOST_COMPARED = 8 << 20;

  private final Optional<PublishedRules> rules;
  private final StringBuilder alarms = new StringBuilder();

  private RedactionReport(Optional<PublishedRules> rules) {
    this.rules = rules;
  }

  /** Prints the tables. */
  public static void main(String[] args) throws IOException {
    Optional<PublishedRules> rules = Optional.empty();
    Optional<Path> alarms = Optional.empty();
    List<String[]> texts = new ArrayList<>();
    for (String arg : args) {
      String[] pair = arg.split("=", 2);
      switch (pair[0]) {
        case "--rules" -> rules = Optional.of(PublishedRules.read(Path.of(pair[1])));
        case "--alarms" -> alarms = Optional.of(Path.of(pair[1]));
        default -> texts.add(pair);
      }
    }
    RedactionReport report = new RedactionReport(rules);
    report.sets();
    report.families();
    report.texts(texts);
    if (alarms.isPresent()) {
      Files.writeString(alarms.get(), report.alarms);
    }
  }

  private void sets() {
    rules.ifPresent(
        r ->
            System.out.printf(
                Locale.ROOT,
                "Published rules read: %d, not readable: %d%n%n",
                r.count(),
                r.unreadable()));
    System.out.printf(
        Locale.ROOT,
        "| set | samples | safe-mcp | published rules |%n| --- | ---: | ---: | ---: |%n");
    row("a: provider tokens, hidden", Samples.providers(Samples.SEED), s -> !Leaks.leaks(s));
    row("b: structural secrets, hidden", Samples.structural(Samples.SEED), s -> !Leaks.leaks(s));
    row("c: traps, false alarms", Samples.traps(Samples.SEED), Leaks::alarms);
    System.out.printf(Locale.ROOT, "%n");
  }

  private void row(String name, List<Sample> samples, Predicate<Sample> ours) {
    long own = samples.stream().filter(ours).count();
    String theirs =
        rules.map(r -> share(samples.stream().filter(found(r)).count(), samples.size())).orElse("");
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %s | %s |%n",
        name,
        samples.size(),
        share(own, samples.size()),
        theirs);
  }

  private static Predicate<Sample> found(PublishedRules rules) {
    return sample -> rules.find(sample.text()) > 0;
  }

  /** Where one of the two sees what the other does not. */
  private void families() {
    List<Sample> all = new ArrayList<>(Samples.providers(Samples.SEED));
    all.addAll(Samples.structural(Samples.SEED));
    Map<String, Integer> missed = new TreeMap<>();
    Map<String, Integer> theirs = new TreeMap<>();
    Map<String, int[]> families = new TreeMap<>();
    for (Sample sample : all) {
      boolean leak = Leaks.leaks(sample);
      boolean seen = rules.isPresent() && found(rules.get()).test(sample);
      String family = sample.family().replace("\n", "⏎");
      if (leak) {
        missed.merge(family, 1, Integer::sum);
        if (seen) {
          theirs.merge(family, 1, Integer::sum);
        }
      }
      int in = family.indexOf(" in ");
      int[] counts =
          families.computeIfAbsent(in < 0 ? "" : family.substring(0, in), k -> new int[3]);
      counts[0]++;
      counts[1] += leak ? 0 : 1;
      counts[2] += seen ? 1 : 0;
    }
    System.out.printf(Locale.ROOT, "Missed by safe-mcp:%n%n");
    missed.forEach(
        (family, count) ->
            System.out.printf(Locale.ROOT, "- `%s`: %d%n", family.replace("`", "'"), count));
    System.out.printf(Locale.ROOT, "%nOf these the published rules find:%n%n");
    theirs.forEach(
        (family, count) ->
            System.out.printf(Locale.ROOT, "- `%s`: %d%n", family.replace("`", "'"), count));
    System.out.printf(
        Locale.ROOT,
        "%n| family of set a | samples | safe-mcp | published rules |%n| --- | ---: | ---: | ---:"
            + " |%n");
    families.forEach(
        (family, counts) -> {
          if (!family.isEmpty()) {
            System.out.printf(
                Locale.ROOT,
                "| %s | %d | %s | %s |%n",
                family,
                counts[0],
                share(counts[1], counts[0]),
                rules.isPresent() ? share(counts[2], counts[0]) : "");
          }
        });
    System.out.printf(Locale.ROOT, "%n");
  }

  private void texts(List<String[]> texts) throws IOException {
    System.out.printf(Locale.ROOT, "| text | MB | redactions | a MB | published rules, a MB |%n");
    System.out.printf(Locale.ROOT, "| --- | ---: | ---: | ---: | ---: |%n");
    for (String[] text : texts) {
      Count count = new Count();
      Path path = Path.of(text[1]);
      if (text[1].endsWith(".zip") || text[1].endsWith(".jar")) {
        try (ZipFile zip = new ZipFile(path.toFile())) {
          for (ZipEntry entry : Collections.list(zip.entries())) {
            count(text[0] + " " + entry.getName(), zip.getInputStream(entry), count);
          }
        }
      } else {
        try (InputStream in = Files.newInputStream(path)) {
          count(text[0], in, count);
        }
      }
      System.out.printf(
          Locale.ROOT,
          "| %s | %.1f | %d | %.2f | %s |%n",
          text[0],
          count.bytes / 1e6,
          count.ours,
          count.ours / (count.bytes / 1e6),
          count.compared == 0
              ? ""
              : String.format(Locale.ROOT, "%.2f", count.theirs / (count.compared / 1e6)));
    }
  }

  private static final class Count {
    private long bytes;
    private long ours;
    private long compared;
    private long theirs;
  }

  private void count(String name, InputStream in, Count count) throws IOException {
    SecretFinder finder = new SecretFinder(RedactionPolicy.standard());
    for (byte[] chunk = in.readNBytes(CHUNK); chunk.length > 0; chunk = in.readNBytes(CHUNK)) {
      String raw = new String(chunk, StandardCharsets.UTF_8);
      VisibleText visible = VisibleText.of(raw, Mode.OUTPUT, raw.length(), Integer.MAX_VALUE);
      for (Span span : finder.find(visible, false)) {
        count.ours++;
        note(name, visible.text(), span);
      }
      count.bytes += chunk.length;
      if (rules.isPresent() && count.compared < MOST_COMPARED) {
        count.theirs += rules.get().find(raw);
        count.compared += chunk.length;
      }
    }
  }

  private void note(String name, String text, Span span) {
    int from = Math.max(0, span.start() - 60);
    int to = Math.min(text.length(), span.end() + 20);
    String value = text.substring(span.start(), Math.min(span.end(), span.start() + 60));
    String line =
        text.substring(from, span.start()) + "«" + value + "»" + text.substring(span.end(), to);
    alarms.append(span.kind()).append('\t').append(name).append('\t');
    alarms.append(line.replace("\n", "⏎")).append('\n');
  }

  private static String share(long part, long all) {
    return String.format(Locale.ROOT, "%d (%.2f %%)", part, 100.0 * part / all);
  }
}
