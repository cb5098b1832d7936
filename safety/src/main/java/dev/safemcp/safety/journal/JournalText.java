package dev.safemcp.safety.journal;

import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalRecord.End;
import dev.safemcp.safety.journal.JournalRecord.Header;
import dev.safemcp.safety.journal.JournalRecord.Kept;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The content of a journal: lines, each with a checksum over itself and the line before, and what
 * they amount to. docs/journal.md describes the format. Stateless.
 */
final class JournalText {
  private static final String SUM_KEY = ",\"sum\":\"";
  private static final int SUM_DIGITS = 16;
  private static final int SUFFIX = SUM_KEY.length() + SUM_DIGITS + 2;

  private JournalText() {}

  /** What reading says. */
  sealed interface Reading {
    /**
     * The file is whole, but perhaps for a torn last line, which never counted.
     *
     * @param state what the lines amount to
     * @param length bytes up to the end of the last whole line
     */
    record Whole(State state, long length) implements Reading {}

    /** A line is not as it was written. */
    record Damaged(int line) implements Reading {}

    /** Another workspace's moves, or a later version's. */
    record Foreign(String reason) implements Reading {}
  }

  /**
   * What the lines of a journal amount to.
   *
   * @param next the number of the next line
   * @param sum the checksum of the last line
   * @param history settled actions
   * @param pending an intent without a settlement
   */
  record State(long next, String sum, History history, Optional<Begin> pending) {}

  /** Returns a line with its line break. */
  static byte[] line(String previousSum, JournalRecord record) {
    String json = RecordWriter.json(record);
    String sum = sum(previousSum, json);
    return (json.substring(0, json.length() - 1) + SUM_KEY + sum + "\"}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the checksum that {@link #line} puts into a line. */
  static String sum(String previousSum, JournalRecord record) {
    return sum(previousSum, RecordWriter.json(record));
  }

  private static String sum(String previousSum, String json) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(previousSum.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of()
          .formatHex(digest.digest(json.getBytes(StandardCharsets.UTF_8)))
          .substring(0, SUM_DIGITS);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible); // every JDK has SHA-256
    }
  }

  /**
   * Reads a journal.
   *
   * @param content the file's bytes, not empty
   * @param workspace whose moves they must be
   */
  static Reading read(byte[] content, String workspace) {
    Fold fold = new Fold();
    int start = 0;
    for (int line = 1; start < content.length; line++) {
      int end = start;
      while (end < content.length && content[end] != '\n') {
        end++;
      }
      if (end == content.length) {
        // No line break: the write was torn. The header is never torn, since the file gets its
        // name only when that is on the disk.
        return line == 1 ? new Reading.Damaged(1) : fold.whole(start);
      }
      Optional<JournalRecord> record = fold.checked(content, start, end);
      if (record.isEmpty()) {
        return new Reading.Damaged(line);
      }
      if (line == 1) {
        Optional<Reading> refusal = refusal(record.get(), workspace);
        if (refusal.isPresent()) {
          return refusal.get();
        }
      } else if (!fold.take(record.get())) {
        return new Reading.Damaged(line);
      }
      start = end + 1;
    }
    return fold.whole(start);
  }

  private static Optional<Reading> refusal(JournalRecord first, String workspace) {
    if (!(first instanceof Header header)) {
      return Optional.of(new Reading.Damaged(1));
    }
    if (header.version() != RecordWriter.VERSION) {
      return Optional.of(
          new Reading.Foreign(
              "the journal has version "
                  + header.version()
                  + ", and this program reads version "
                  + RecordWriter.VERSION));
    }
    if (!header.workspace().equals(workspace)) {
      return Optional.of(new Reading.Foreign("the journal belongs to another workspace"));
    }
    return Optional.empty();
  }

  /** Goes through the lines. */
  private static final class Fold {
    private final History history = new History();
    private Optional<Begin> pending = Optional.empty();
    private String sum = "";
    private long next = -1;

    Reading whole(int length) {
      return new Reading.Whole(new State(next, sum, history, pending), length);
    }

    /** Returns the record of a line whose checksum and number are right. */
    Optional<JournalRecord> checked(byte[] content, int start, int end) {
      String line;
      try {
        line =
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(content, start, end - start))
                .toString();
      } catch (CharacterCodingException undecodable) {
        return Optional.empty();
      }
      int cut = line.length() - SUFFIX;
      if (cut < 1 || !line.startsWith(SUM_KEY, cut) || !line.endsWith("\"}")) {
        return Optional.empty();
      }
      String json = line.substring(0, cut) + "}";
      String written = line.substring(cut + SUM_KEY.length(), line.length() - 2);
      if (!written.equals(sum(sum, json))) {
        return Optional.empty();
      }
      Optional<JournalRecord> record =
          RecordParser.parse(json).filter(read -> next < 0 || read.sequence() == next);
      sum = written;
      next = record.map(JournalRecord::sequence).orElse(next) + 1;
      return record;
    }

    /** Takes a record in; false where it cannot stand here. */
    boolean take(JournalRecord record) {
      return switch (record) {
        case Header again -> false;
        case Kept kept -> {
          history.keep(kept.undone(), kept.entry());
          yield pending.isEmpty();
        }
        case Begin begin -> {
          boolean fits = pending.isEmpty() && history.knows(begin);
          pending = Optional.of(begin);
          yield fits;
        }
        case End end -> {
          boolean fits =
              pending.isPresent()
                  && History.fits(pending.get(), end)
                  && history.settle(pending.get(), end);
          pending = Optional.empty();
          yield fits;
        }
      };
    }
  }
}
