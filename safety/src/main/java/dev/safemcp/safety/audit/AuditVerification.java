package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a log with all its rotated files, oldest first, and says whether the chain holds.
 *
 * <p>Streams: memory does not grow with the log. Takes no lock and changes nothing, so it may run
 * beside a server that writes. Stateless.
 */
public final class AuditVerification {
  private AuditVerification() {}

  /** What the verification says. */
  public sealed interface Verdict {
    /**
     * Every record follows from the one before.
     *
     * @param records how many there are
     * @param first the number of the oldest that is kept; above 1 where older files were removed, 0
     *     where there is none
     * @param head the last record's hash, to be kept elsewhere: only against it does a cut end show
     * @param torn lines that a crash left, which never were part of the chain
     * @param sinceExpected how many records came after the expected head; 0 without one
     */
    record Intact(long records, long first, String head, List<Place> torn, long sinceExpected)
        implements Verdict {
      public Intact {
        torn = List.copyOf(torn);
      }
    }

    /**
     * The chain does not hold.
     *
     * @param place the first line that does not belong where it is
     * @param defect the kind of defect
     * @param what what is wrong with the line, in words that follow its name
     */
    record Broken(Place place, Defect defect, String what) implements Verdict {}

    /**
     * The log cannot be read.
     *
     * @param reason what is wrong with which file
     */
    record Unreadable(String reason) implements Verdict {}
  }

  /** What can be wrong with a line. */
  public enum Defect {
    /** Its bytes are not those that were written there. */
    CHANGED,
    /** Records before it are missing. */
    DROPPED,
    /** It stands before a record that it comes after. */
    REORDERED,
    /** Its number was there before: copied or inserted. */
    REPEATED,
    /** It is longer than any record. */
    TOO_LONG,
    /** It is the last, and the head that was kept elsewhere is not in the chain. */
    HEAD_MISSING
  }

  /**
   * A line of a log.
   *
   * @param file its file
   * @param line 1-based; 0 where the file has none
   */
  public record Place(Path file, long line) {}

  /** Verifies a log. */
  public static Verdict verify(Path log) {
    return verify(log, Optional.empty());
  }

  /**
   * Verifies a log against a head that was kept elsewhere, which must be one of its records: so a
   * log that was cut at its end, or written anew as a whole, is found out too.
   *
   * @param log the log, not one of its rotated files
   * @param expectedHead the hash, in lower-case hex
   */
  public static Verdict verify(Path log, Optional<String> expectedHead) {
    try (LogSnapshot snapshot = LogSnapshot.open(log)) {
      ChainWalk walk = new ChainWalk(new Place(snapshot.parts().getLast().path(), 0), expectedHead);
      for (LogSnapshot.Part part : snapshot.parts()) {
        LineReader lines = part.lines();
        for (LineReader.Text text = lines.next(); text != null; text = lines.next()) {
          Optional<Verdict> verdict = walk.take(new Place(part.path(), text.number()), text);
          if (verdict.isPresent()) {
            return verdict.get();
          }
        }
      }
      return walk.finish();
    } catch (NoSuchFileException absent) {
      return new Verdict.Unreadable("'" + log + "' does not exist");
    } catch (IOException fault) {
      return new Verdict.Unreadable(
          "'" + log + "' cannot be read (" + OperatorNotice.why(fault) + ")");
    }
  }
}
