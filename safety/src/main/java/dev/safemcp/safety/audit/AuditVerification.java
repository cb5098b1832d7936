package dev.safemcp.safety.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a log with all its rotated files, oldest first, and says whether the chain holds. Streams:
 * memory does not grow with the log. Stateless.
 */
public final class AuditVerification {
  private AuditVerification() {}

  /** What the verification says. */
  public sealed interface Verdict {
    /**
     * Every record follows from the one before.
     *
     * @param records how many there are
     * @param first the number of the oldest that is kept; above 1 where older files were removed
     * @param head the last record's hash, to be kept elsewhere: only against it does a cut end show
     * @param torn places of torn lines, as a crash leaves them
     */
    record Intact(long records, long first, String head, List<Place> torn) implements Verdict {
      public Intact {
        torn = List.copyOf(torn);
      }
    }

    /**
     * The chain does not hold.
     *
     * @param place the first line that does not follow
     * @param what what is wrong with it
     */
    record Broken(Place place, String what) implements Verdict {}

    /** There is nothing to verify. */
    record Unreadable(String reason) implements Verdict {}
  }

  /**
   * A line of a log.
   *
   * @param file its file
   * @param line 1-based
   */
  public record Place(Path file, long line) {}

  /** Verifies a log. */
  public static Verdict verify(Path log) {
    List<Path> files = files(log);
    if (files.isEmpty()) {
      return new Verdict.Unreadable("'" + log + "' does not exist");
    }
    Walk walk = new Walk();
    for (Path file : files) {
      try {
        Optional<Verdict.Broken> broken = walk.through(file);
        if (broken.isPresent()) {
          return broken.get();
        }
      } catch (IOException fault) {
        return new Verdict.Unreadable("'" + file + "' cannot be read");
      }
    }
    return walk.unexplained != null
        ? walk.unexplained
        : new Verdict.Intact(walk.records, walk.first, walk.chain.hash(), walk.torn);
  }

  private static List<Path> files(Path log) {
    List<Path> files = new ArrayList<>();
    for (int n = 1; Files.isRegularFile(log.resolveSibling(log.getFileName() + "." + n)); n++) {
      files.addFirst(log.resolveSibling(log.getFileName() + "." + n));
    }
    if (Files.isRegularFile(log)) {
      files.add(log);
    }
    return files;
  }

  /** The state of a walk over the files. */
  private static final class Walk {
    private Chain chain = Chain.START;
    private long records;
    private long first;
    private final List<Place> torn = new ArrayList<>();

    /**
     * A line that is no record: a torn one if the next record follows from the last, else a changed
     * one.
     */
    private Verdict.@org.jspecify.annotations.Nullable Broken unexplained;

    Optional<Verdict.Broken> through(Path file) throws IOException {
      try (InputStream stream = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long number = 0;
        int b = stream.read();
        while (b >= 0) {
          line.reset();
          number++;
          for (; b >= 0 && b != '\n'; b = stream.read()) {
            if (line.size() <= Line.MAX_BYTES) {
              line.write(b);
            }
          }
          boolean ended = b == '\n';
          if (ended) {
            b = stream.read();
          }
          Optional<Verdict.Broken> broken =
              take(new Place(file, number), line.toByteArray(), ended);
          if (broken.isPresent()) {
            return broken;
          }
        }
      }
      return Optional.empty();
    }

    private Optional<Verdict.Broken> take(Place place, byte[] bytes, boolean ended) {
      Optional<Line> read = Line.read(bytes);
      if (read.isEmpty()) {
        if (unexplained != null) {
          return Optional.of(unexplained);
        }
        boolean cutShort = bytes.length == 0 || bytes[bytes.length - 1] != '}';
        unexplained =
            new Verdict.Broken(place, ended && !cutShort ? "it was changed" : "it is torn");
        if (cutShort) {
          torn.add(place);
        }
        // Only a torn line can be explained: by a record after it that follows from the one before
        // it.
        return cutShort ? Optional.empty() : Optional.of(unexplained);
      }
      Line line = read.get();
      if (records == 0 && unexplained == null) {
        first = line.seq();
        if (line.seq() == 1 && !line.prev().equals(Chain.START.hash())) {
          return Optional.of(
              new Verdict.Broken(place, "it is the first record and follows from another"));
        }
      } else if (!line.prev().equals(chain.hash()) || line.seq() != chain.seq() + 1) {
        if (unexplained != null) {
          return Optional.of(new Verdict.Broken(unexplained.place(), "it was changed"));
        }
        return Optional.of(new Verdict.Broken(place, said(line)));
      }
      unexplained = null;
      records++;
      chain = line.chain();
      return Optional.empty();
    }

    private String said(Line line) {
      if (line.seq() > chain.seq() + 1) {
        return "records %d to %d before it were dropped".formatted(chain.seq() + 1, line.seq() - 1);
      }
      return line.seq() <= chain.seq()
          ? "it is out of order or stands twice"
          : "it does not follow from the record before";
    }
  }
}
