package dev.safemcp.safety.audit;

import dev.safemcp.safety.audit.AuditVerification.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a log with all its rotated files, oldest first, as of the moment of opening.
 * Streams: memory does not grow with the log. Not thread-safe.
 */
public final class AuditReader implements AutoCloseable {
  private final LogSnapshot snapshot;
  private final AuditQuery query;
  private final Iterator<LogSnapshot.Part> parts;
  private LogSnapshot.@Nullable Part part;
  private @Nullable LineReader lines;

  private AuditReader(LogSnapshot snapshot, AuditQuery query) {
    this.snapshot = snapshot;
    this.query = query;
    this.parts = snapshot.parts().iterator();
  }

  /**
   * Opens a log.
   *
   * @param log the log, not one of its rotated files
   * @param query which records are wanted
   * @throws java.nio.file.NoSuchFileException where there is no such log
   * @throws IOException where a file of it cannot be read
   */
  public static AuditReader open(Path log, AuditQuery query) throws IOException {
    return new AuditReader(LogSnapshot.open(log), query);
  }

  /**
   * Returns the next record that is wanted, or the next line that is no record; empty at the end.
   *
   * @throws IOException where the log cannot be read on
   */
  public Optional<AuditItem> next() throws IOException {
    while (true) {
      LineReader.Text text = lines == null ? null : lines.next();
      if (text == null) {
        if (!parts.hasNext()) {
          return Optional.empty();
        }
        part = parts.next();
        lines = part.lines();
        continue;
      }
      Place place = new Place(java.util.Objects.requireNonNull(part).path(), text.number());
      AuditItem item = AuditEntry.read(place, text);
      if (!(item instanceof AuditEntry entry) || query.matches(entry)) {
        return Optional.of(item);
      }
    }
  }

  @Override
  public void close() throws IOException {
    snapshot.close();
  }
}
