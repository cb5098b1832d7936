package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * How calls ended, counted over a log with all its rotated files.
 *
 * @param records how many records met the query
 * @param attempts how many of them are attempts
 * @param outcomes how many are outcomes; fewer than attempts where a call runs still or a server
 *     died
 * @param unread lines that are no records
 * @param first when the first of them was written
 * @param last when the last of them was written
 * @param byCode outcomes by code, in the order of the alphabet
 * @param byCommand outcomes by the command's name, or the tool's where it takes none, then by code
 */
public record AuditStatistics(
    long records,
    long attempts,
    long outcomes,
    long unread,
    Optional<Instant> first,
    Optional<Instant> last,
    SequencedMap<String, Long> byCode,
    SequencedMap<String, SequencedMap<String, Long>> byCommand) {
  /** Stands for the names that came after the first 10,000: memory is bounded. */
  public static final String OTHERS = "(others)";

  static final int MAX_NAMES = 10_000;

  /**
   * Counts.
   *
   * @throws java.nio.file.NoSuchFileException where there is no such log
   * @throws IOException where a file of it cannot be read
   */
  public static AuditStatistics of(Path log, AuditQuery query) throws IOException {
    Count count = new Count();
    try (AuditReader reader = AuditReader.open(log, query)) {
      for (Optional<AuditItem> item = reader.next(); item.isPresent(); item = reader.next()) {
        switch (item.get()) {
          case AuditEntry entry -> count.add(entry);
          case AuditItem.Unread ignored -> count.unread++;
        }
      }
    }
    return count.total();
  }

  /** Counts as it reads. */
  private static final class Count {
    private long records;
    private long outcomes;
    private long unread;
    private Optional<Instant> first = Optional.empty();
    private Optional<Instant> last = Optional.empty();
    private final TreeMap<String, Long> byCode = new TreeMap<>();
    private final TreeMap<String, SequencedMap<String, Long>> byCommand = new TreeMap<>();

    void add(AuditEntry entry) {
      records++;
      first = first.or(() -> Optional.of(entry.ts()));
      last = Optional.of(entry.ts());
      if (entry.code().isEmpty()) {
        return;
      }
      outcomes++;
      String code = known(byCode, entry.code().get());
      byCode.merge(code, 1L, Long::sum);
      String name = CommandName.of(entry.request()).orElse(entry.action());
      byCommand
          .computeIfAbsent(known(byCommand, name), _ -> new TreeMap<>())
          .merge(code, 1L, Long::sum);
    }

    private static String known(Map<String, ?> names, String name) {
      return names.size() < MAX_NAMES || names.containsKey(name) ? name : OTHERS;
    }

    AuditStatistics total() {
      return new AuditStatistics(
          records,
          records - outcomes,
          outcomes,
          unread,
          first,
          last,
          Collections.unmodifiableSequencedMap(byCode),
          Collections.unmodifiableSequencedMap(byCommand));
    }
  }
}
