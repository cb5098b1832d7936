package dev.safemcp.safety.audit;

import dev.safemcp.safety.audit.AuditVerification.Defect;
import dev.safemcp.safety.audit.AuditVerification.Place;
import dev.safemcp.safety.audit.AuditVerification.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the lines of a log, oldest first, and finds the first that does not belong.
 *
 * <p>Holds the last record, the torn lines that wait for an explanation, and nothing that grows
 * with the log. A line that is no record is explained as torn only by a record after it that
 * follows the record before it: a line that was part of the chain leaves a gap. Not thread-safe.
 */
final class ChainWalk {
  /** How many torn lines are named; more than that is no crash any more. */
  static final int MAX_TORN = 1000;

  private final Optional<String> expectedHead;
  private final List<Place> torn = new ArrayList<>();
  private final List<Place> unexplained = new ArrayList<>();
  private Chain chain = Chain.START;
  private Place last;
  private long records;
  private long first;
  private long tornSeq;
  private boolean ended = true;
  private long atHead = -1;

  /** A gap in the numbers, until the missing record is found further down or is not. */
  private Verdict.@Nullable Broken gap;

  ChainWalk(Place start, Optional<String> expectedHead) {
    this.last = start;
    this.expectedHead = expectedHead;
  }

  /** Takes the next line and returns the verdict where it is certain already. */
  Optional<Verdict> take(Place place, LineReader.Text text) {
    Optional<Line> line = text.tooLong() ? Optional.empty() : Line.read(text.bytes());
    Verdict.Broken missing = gap;
    if (missing != null) {
      return line.filter(it -> it.follows(chain)).map(_ -> reordered(missing, place));
    }
    ended = text.ended();
    return line.isPresent() ? record(place, line.get()) : other(place, text);
  }

  private Optional<Verdict> record(Place place, Line line) {
    boolean follows = records == 0 ? mayBeFirst(line) : line.follows(chain);
    if (!follows && !unexplained.isEmpty()) {
      return Optional.of(changed(unexplained.getFirst(), "it was changed"));
    }
    if (!follows) {
      return stray(place, line);
    }
    torn.addAll(unexplained);
    unexplained.clear();
    if (records == 0) {
      first = line.seq();
    }
    records++;
    chain = line.chain();
    last = place;
    if (expectedHead.filter(chain.hash()::equals).isPresent()) {
      atHead = records;
    }
    return torn.size() > MAX_TORN
        ? Optional.of(changed(torn.getFirst(), "it and a thousand more are torn: no crash does so"))
        : Optional.empty();
  }

  /** The oldest record that is kept has nothing before it to follow. */
  private boolean mayBeFirst(Line line) {
    if (line.seq() == 1) {
      return line.follows(Chain.START);
    }
    return unexplained.isEmpty() || tornSeq == line.seq();
  }

  private Optional<Verdict> stray(Place place, Line line) {
    if (records == 0) {
      return Optional.of(changed(place, "it is the first record and follows from another"));
    }
    if (line.seq() > chain.seq() + 1) {
      String what =
          "records %d to %d before it are missing".formatted(chain.seq() + 1, line.seq() - 1);
      gap = new Verdict.Broken(place, Defect.DROPPED, what);
      return Optional.empty();
    }
    if (line.seq() <= chain.seq()) {
      String what = "a record %d stands before it already".formatted(line.seq());
      return Optional.of(new Verdict.Broken(place, Defect.REPEATED, what));
    }
    return Optional.of(
        changed(last, "it was rewritten with a hash of its own: the next record denies it"));
  }

  private Optional<Verdict> other(Place place, LineReader.Text text) {
    if (text.tooLong()) {
      return Optional.of(
          new Verdict.Broken(
              place, Defect.TOO_LONG, "it is longer than " + Line.MAX_BYTES + " bytes"));
    }
    long seq = Line.tornSeq(text.bytes());
    boolean fits = seq == 0 || (records == 0 ? tornSeq == 0 || tornSeq == seq : seq == next());
    if (!Line.torn(text.bytes()) || !fits) {
      Place guilty = unexplained.isEmpty() ? place : unexplained.getFirst();
      return Optional.of(changed(guilty, "it was changed"));
    }
    tornSeq = Math.max(tornSeq, seq);
    if (unexplained.size() <= MAX_TORN) {
      unexplained.add(place);
    }
    return Optional.empty();
  }

  private long next() {
    return chain.seq() + 1;
  }

  /** Returns the verdict after the last line. */
  Verdict finish() {
    if (gap != null) {
      return gap;
    }
    if (!unexplained.isEmpty() && ended) {
      return changed(unexplained.getFirst(), "it was changed");
    }
    if (expectedHead.isPresent() && atHead < 0) {
      return new Verdict.Broken(
          last,
          Defect.HEAD_MISSING,
          "the expected head is not in the chain: records after it were removed, or it is older"
              + " than the oldest record that is kept");
    }
    torn.addAll(unexplained);
    return new Verdict.Intact(
        records, first, chain.hash(), torn, atHead < 0 ? 0 : records - atHead);
  }

  private static Verdict reordered(Verdict.Broken gap, Place found) {
    return new Verdict.Broken(
        gap.place(),
        Defect.REORDERED,
        "the record before it stands after it, in '%s' line %d"
            .formatted(found.file().getFileName(), found.line()));
  }

  private static Verdict.Broken changed(Place place, String what) {
    return new Verdict.Broken(place, Defect.CHANGED, what);
  }
}
