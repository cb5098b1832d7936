package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log as one process sees it: where the chain stands, and the file that the next record goes
 * to.
 *
 * <p>Everything happens under {@link LogLock}, and each time the log is looked at anew: what others
 * appended or rotated in between is taken up, and what was deleted, cut or replaced is {@link
 * Tampered}. Under {@code closed} that stays so until the server is started again: somebody is at
 * work there, and a new file would hide it. Under {@code open} the log begins anew.
 *
 * <p>Used by one thread at a time.
 */
final class LogFile implements AutoCloseable {
  private final Path path;
  private final AuditPolicy policy;
  private final RotatedFiles rotated;
  private final LogLock lock;
  private final Consumer<String> warnings;

  private @Nullable OpenLog current;
  private @Nullable Tampered tampered;
  private Place place = new Place(Chain.START, 0, 0, false);

  /**
   * Where the next record goes.
   *
   * @param chain the last record
   * @param end the position after its closing brace; 0 where the file has none
   * @param size the file's size
   * @param newline whether a newline must go first, to close a line that a crash cut
   */
  private record Place(Chain chain, long end, long size, boolean newline) {}

  LogFile(AuditPolicy policy, Consumer<String> warnings) {
    this.path = policy.log();
    this.policy = policy;
    this.rotated = new RotatedFiles(path);
    this.lock = new LogLock(path);
    this.warnings = warnings;
  }

  /** Opens or creates the log, so that a fault is known before the first call. */
  void open() throws IOException {
    // First of all: beside a device no lock file is to be made.
    OwnFile.check(path);
    lock.holding(this::look);
  }

  /** Appends records with one fsync for all of them, and says to each what became of it. */
  void append(List<? extends Pending> batch) {
    try {
      lock.holding(
          () -> {
            look();
            appendAll(batch);
          });
    } catch (IOException fault) {
      batch.forEach(record -> record.failed(fault));
    }
  }

  private void appendAll(List<? extends Pending> batch) throws IOException {
    List<Pending> written = new ArrayList<>();
    Place durable = place;
    for (Pending record : batch) {
      if (!record.begin()) {
        continue;
      }
      byte[] line = record.line(place.chain());
      if (place.size() > 0 && place.size() + line.length > policy.maxBytes()) {
        settle(written, durable);
        rotate();
        durable = place;
      }
      try {
        write(line);
      } catch (IOException fault) {
        settle(written, durable);
        throw fault;
      }
      written.add(record);
    }
    settle(written, durable);
  }

  /** Makes the records durable that were written since {@code before}. */
  private void settle(List<Pending> written, Place before) throws IOException {
    if (written.isEmpty()) {
      return;
    }
    try {
      log().force();
    } catch (IOException fault) {
      takeBack(before, fault);
      throw fault;
    }
    written.forEach(Pending::durable);
    written.clear();
  }

  private void write(byte[] line) throws IOException {
    int gap = place.newline() ? 1 : 0;
    byte[] bytes = new byte[gap + line.length];
    Arrays.fill(bytes, 0, gap, (byte) '\n');
    System.arraycopy(line, 0, bytes, gap, line.length);
    try {
      log().write(bytes);
    } catch (IOException fault) {
      takeBack(place, fault);
      throw fault;
    }
    long size = place.size() + bytes.length;
    Chain chain = new Chain(place.chain().seq() + 1, Chain.hashIn(line));
    place = new Place(chain, size - 1, size, false);
  }

  /**
   * Cuts the file back, so that a part of a line is not glued to the next. Where even that fails,
   * the next look finds a torn line.
   */
  private void takeBack(Place before, IOException fault) {
    place = before;
    try {
      log().truncate(before.size());
    } catch (IOException stays) {
      fault.addSuppressed(stays);
    }
  }

  /** Sees to it that {@link #current} and {@link #place} are those of the log as it is now. */
  private void look() throws IOException {
    if (tampered != null) {
      throw new Tampered(Objects.requireNonNull(tampered.getMessage()));
    }
    try {
      if (current == null) {
        adopt();
      } else {
        compare(current);
      }
    } catch (Tampered found) {
      if (policy.failMode() == FailMode.CLOSED) {
        tampered = found;
        throw found;
      }
      warnings.accept(
          "warning: the audit log '"
              + path
              + "': "
              + found.getMessage()
              + "; it begins anew after record "
              + place.chain().seq()
              + ", since audit_fail_mode is open");
      release();
      adopt();
    }
  }

  private void compare(OpenLog known) throws IOException {
    Optional<BasicFileAttributes> there = OwnFile.attributes(path);
    if (there.isPresent() && known.is(there.get())) {
      compareEnd(known, there.get().size());
      return;
    }
    if (there.isPresent() && !there.get().isRegularFile()) {
      throw new Tampered("it was replaced under the server by something that is no file");
    }
    Chain chain = new Rotation(path, policy.keep()).follow(known, place.chain());
    release();
    place = new Place(chain, 0, 0, false);
    adopt();
  }

  /** Sees that our last record still stands where it stood, and takes up what others appended. */
  private void compareEnd(OpenLog known, long size) throws IOException {
    if (size < place.size()) {
      throw new Tampered("it was cut under the server");
    }
    if (place.end() > 0) {
      byte[] seal = LogTail.bytes(known.read(), place.end() - Chain.SEAL_END, Chain.SEAL_END);
      if (!new String(seal, StandardCharsets.ISO_8859_1).startsWith(place.chain().hash())) {
        throw new Tampered("its last record was changed under the server");
      }
    }
    if (size == place.size()) {
      return;
    }
    LogTail tail = LogTail.of(known.read(), size);
    if (tail.chain().seq() < place.chain().seq()) {
      throw new Tampered("its last record was changed under the server");
    }
    take(tail, tail.chain(), size);
  }

  /** Takes the log as it stands, as at a start; goes on with the chain where the log is empty. */
  private void adopt() throws IOException {
    OpenLog opened = OpenLog.open(path);
    try {
      long size = opened.read().size();
      LogTail tail = LogTail.of(opened.read(), size);
      Chain chain = tail.chain();
      if (chain.seq() == 0) {
        if (tail.rest() != LogTail.Rest.NOTHING && tail.rest() != LogTail.Rest.TORN) {
          throw new IOException("it holds no audit record, move it away");
        }
        chain = beforeAnEmptyLog();
      }
      if (opened.created()) {
        FolderSync.sync(rotated.folder());
      }
      take(tail, chain, size);
      current = opened;
    } catch (IOException fault) {
      opened.close();
      throw fault;
    }
  }

  /** Returns the newest rotated file's last record, or the last that we know of. */
  private Chain beforeAnEmptyLog() throws IOException {
    for (RotatedFiles.Numbered newest : rotated.newestFirst()) {
      OwnFile.Opened file = OwnFile.read(newest.path());
      try (var channel = file.channel()) {
        Chain last = LogTail.of(channel, channel.size()).chain();
        return last.seq() > place.chain().seq() ? last : place.chain();
      }
    }
    return place.chain();
  }

  private void take(LogTail tail, Chain chain, long size) {
    boolean open = tail.rest() == LogTail.Rest.TORN || tail.rest() == LogTail.Rest.NO_NEWLINE;
    place = new Place(chain, tail.end(), size, open);
    if (tail.rest() == LogTail.Rest.TORN) {
      warnings.accept(
          "warning: the audit log '"
              + path
              + "' ends in a torn line after record "
              + chain.seq()
              + ", as a crash leaves one: it is kept, and the next record begins on a line of its"
              + " own");
    } else if (tail.rest() == LogTail.Rest.DAMAGED) {
      warnings.accept(
          "warning: the audit log '"
              + path
              + "' has lines after record "
              + chain.seq()
              + " that are no records: run 'safe-mcp audit verify' on it");
    }
  }

  /**
   * Rotates. Where the names cannot be changed the log goes on in the same file: a log that is too
   * big is still a log.
   */
  private void rotate() throws IOException {
    try {
      rotated.rotate(policy.keep());
    } catch (IOException fault) {
      if (OwnFile.attributes(path).filter(log()::is).isPresent()) {
        warnings.accept("warning: the audit log '" + path + "' cannot be rotated; it grows on");
        return;
      }
      throw fault;
    }
    Chain last = place.chain();
    release();
    place = new Place(last, 0, 0, false);
    adopt();
    rotated.prune(policy.keep());
    FolderSync.sync(rotated.folder());
  }

  private OpenLog log() {
    return Objects.requireNonNull(current);
  }

  private void release() throws IOException {
    OpenLog old = current;
    current = null;
    if (old != null) {
      old.close();
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      release();
    }
  }
}
