package dev.safemcp.safety.audit;

import dev.safemcp.safety.audit.AuditVerification.Place;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Reads a log as it grows, through its rotations. Polled: it never waits. Not thread-safe.
 *
 * <p>A line is handed out once its newline stands there, so a record is never seen in part.
 */
public final class AuditFollower implements AutoCloseable {
  private final Path log;
  private final AuditQuery query;
  private final Deque<AuditItem> waiting = new ArrayDeque<>();
  private FileChannel channel;
  private Optional<Object> key;
  private long position;
  private long line;

  private AuditFollower(Path log, AuditQuery query, OwnFile.Opened current) {
    this.log = log;
    this.query = query;
    this.channel = current.channel();
    this.key = current.key();
  }

  /**
   * Opens a log at its end.
   *
   * @param log the log
   * @param query which records are wanted
   * @param last how many of the wanted records of the current file come first, from 0 to 10,000
   * @throws java.nio.file.NoSuchFileException where there is no such log
   * @throws IOException where it cannot be read
   */
  public static AuditFollower open(Path log, AuditQuery query, int last) throws IOException {
    if (last < 0 || last > 10_000) {
      throw new IllegalArgumentException("from 0 to 10000, not " + last);
    }
    Path real = log.toRealPath();
    AuditFollower follower = new AuditFollower(real, query, OwnFile.read(real));
    try {
      follower.readToTheEnd(last);
      return follower;
    } catch (IOException fault) {
      follower.close();
      throw fault;
    }
  }

  /**
   * Returns the next record that is wanted or line that is no record; empty where nothing new
   * stands there, and a caller asks again later.
   *
   * @throws IOException where the log cannot be read on
   */
  public Optional<AuditItem> poll() throws IOException {
    if (waiting.isEmpty()) {
      readToTheEnd(Integer.MAX_VALUE);
    }
    while (waiting.isEmpty() && rotatedAway()) {
      // What was written between our last look and the rotation comes first.
      readToTheEnd(Integer.MAX_VALUE);
      if (waiting.isEmpty() && !moveOn()) {
        break;
      }
      readToTheEnd(Integer.MAX_VALUE);
    }
    return Optional.ofNullable(waiting.poll());
  }

  /** Reads whole lines; at most {@code last} of them are kept, or a block's worth without bound. */
  private void readToTheEnd(int last) throws IOException {
    LineReader lines = new LineReader(channel, position, channel.size());
    for (LineReader.Text text = lines.next(); text != null; text = lines.next()) {
      if (!text.ended()) {
        return;
      }
      position = text.next();
      AuditItem item = AuditEntry.read(new Place(log, ++line), text);
      if (item instanceof AuditEntry entry && !query.matches(entry)) {
        continue;
      }
      waiting.add(item);
      if (waiting.size() > last) {
        waiting.remove();
      }
      if (last == Integer.MAX_VALUE && waiting.size() >= 256) {
        return;
      }
    }
  }

  private boolean rotatedAway() throws IOException {
    Optional<BasicFileAttributes> now = OwnFile.attributes(log);
    return now.isPresent() && !OwnFile.key(now.get()).equals(key);
  }

  /** Goes on to the file that came after ours; false where a rotation is under way just now. */
  private boolean moveOn() throws IOException {
    Path next = log;
    for (RotatedFiles.Numbered file : new RotatedFiles(log).newestFirst()) {
      Optional<BasicFileAttributes> there = OwnFile.attributes(file.path());
      if (there.flatMap(OwnFile::key).equals(key)) {
        break;
      }
      next = file.path();
    }
    OwnFile.Opened opened;
    try {
      opened = OwnFile.read(next);
    } catch (NoSuchFileException | OwnFile.Replaced later) {
      return false;
    }
    channel.close();
    channel = opened.channel();
    key = opened.key();
    position = 0;
    line = 0;
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
