package dev.safemcp.safety.journal;

import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalRecord.End;
import dev.safemcp.safety.journal.JournalRecord.Header;
import dev.safemcp.safety.journal.JournalRecord.Intent;
import dev.safemcp.safety.journal.JournalRecord.Kept;
import dev.safemcp.safety.path.WorkspacePath;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The journal while one call has it. Not thread-safe; closing it gives the journal up. */
public final class JournalSession implements AutoCloseable {
  /** From here on the file is rewritten where that halves it. */
  static final long COMPACT_BYTES = 8L * 1024 * 1024;

  private final Journal journal;
  private final FileLocked lock;
  private @Nullable OpenFile file;

  /** Bytes of the file that count; what lies behind is torn. */
  private long length;

  private long fileLength;
  private long next;
  private String sum;
  private History history;
  private Optional<Begin> pending;

  private JournalSession(
      Journal journal,
      FileLocked lock,
      @Nullable OpenFile file,
      long fileLength,
      long length,
      JournalText.State state) {
    this.journal = journal;
    this.lock = lock;
    this.file = file;
    this.fileLength = fileLength;
    this.length = length;
    this.next = state.next();
    this.sum = state.sum();
    this.history = state.history();
    this.pending = state.pending();
  }

  /** Returns the session of a journal that is not there yet: an intent makes it. */
  static JournalSession fresh(Journal journal, FileLocked lock) {
    return new JournalSession(
        journal, lock, null, 0, 0, new JournalText.State(0, "", new History(), Optional.empty()));
  }

  static JournalSession of(
      Journal journal,
      FileLocked lock,
      OpenFile file,
      long fileLength,
      JournalText.Reading.Whole whole) {
    return new JournalSession(journal, lock, file, fileLength, whole.length(), whole.state());
  }

  /** Returns the settled actions. */
  public History history() {
    return history;
  }

  /** Returns an intent that was never settled: the server ended in its midst. */
  public Optional<Begin> pending() {
    return pending;
  }

  /**
   * Writes the intent of an action; when this returns it is on the disk.
   *
   * @param action the tool that acts
   * @param target the action that is undone or redone; empty for new work
   * @param folders missing folders that it is going to make, parents first
   * @param moves in the order in which they are made
   * @param permit the proof that the attempt is on record
   * @throws CallFailed where it could not be written: nothing may be moved then
   */
  public Begin begin(
      String action,
      OptionalLong target,
      List<WorkspacePath> folders,
      List<Intent> moves,
      Permit permit)
      throws CallFailed {
    if (pending.isPresent()) {
      throw new IllegalStateException("an open intent must be settled first");
    }
    if (file == null || length > COMPACT_BYTES) {
      rewrite();
    }
    Begin begin =
        new Begin(
            next,
            action,
            Instant.now().truncatedTo(ChronoUnit.MICROS).toString(),
            permit.id(),
            target,
            UUID.randomUUID().toString().substring(0, 13),
            folders,
            moves);
    append(begin);
    pending = Optional.of(begin);
    return begin;
  }

  /**
   * Writes the settlement of the open intent; when this returns it is on the disk.
   *
   * @param moved which of its moves were made, by their place in its list
   * @param made folders that it made and that are there
   * @param removed folders that it removed
   * @param permit the proof that the attempt is on record
   * @throws CallFailed where it could not be written: the intent stays open, and the next call
   *     settles it by looking at the files
   */
  public void end(
      List<Integer> moved, List<WorkspacePath> made, List<WorkspacePath> removed, Permit permit)
      throws CallFailed {
    Begin begin = pending.orElseThrow();
    End end = new End(next, begin.sequence(), moved, made, removed);
    append(end);
    pending = Optional.empty();
    if (!history.settle(begin, end)) {
      throw new IllegalStateException("a settlement must fit its intent");
    }
  }

  private void append(JournalRecord record) throws CallFailed {
    OpenFile open = openFile();
    if (fileLength > length) {
      open.truncate(length); // a torn last line, which never counted
      fileLength = length;
    }
    byte[] line = JournalText.line(sum, record);
    try {
      fileLength = length + line.length;
      open.append(line);
      open.sync();
    } catch (CallFailed failure) {
      takeBack(open);
      throw failure;
    }
    length = fileLength;
    sum = JournalText.sum(sum, record);
    next++;
  }

  /** Cuts off a line that may not be on the disk; where that fails too, the next reader decides. */
  private void takeBack(OpenFile open) {
    try {
      open.truncate(length);
      open.sync();
      fileLength = length;
    } catch (CallFailed again) {
      fileLength = Long.MAX_VALUE; // whatever lies there, it is cut before the next line
    }
  }

  private OpenFile openFile() {
    if (file == null) {
      throw new IllegalStateException("the journal is not there");
    }
    return file;
  }

  /**
   * Puts a new file in the place of the old one, with the history alone: at first use, and where
   * the old one has grown. The new file gets its name only when it is on the disk.
   */
  private void rewrite() throws CallFailed {
    StateCalls calls = journal.calls();
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    long sequence = next;
    String lastSum = "";
    Header header = new Header(sequence, RecordWriter.VERSION, journal.workspace());
    content.writeBytes(JournalText.line(lastSum, header));
    lastSum = JournalText.sum(lastSum, header);
    for (boolean undone : new boolean[] {false, true}) {
      for (HistoryEntry entry : undone ? history.undone() : history.done()) {
        sequence++;
        Kept kept = new Kept(sequence, undone, entry);
        content.writeBytes(JournalText.line(lastSum, kept));
        lastSum = JournalText.sum(lastSum, kept);
      }
    }
    if (file != null && content.size() > length / 2) {
      return;
    }
    Path draft = journal.beside(".new");
    calls.deleteFile(draft);
    try (OpenFile written = calls.openFile(draft, true)) {
      written.append(content.toByteArray());
      written.sync();
    }
    calls.replaceFile(draft, journal.file());
    if (file != null) {
      file.close();
      file = null;
    }
    Path folder = journal.file().getParent();
    if (folder != null) {
      calls.syncFolder(folder);
    }
    file = calls.openFile(journal.file(), false);
    length = content.size();
    fileLength = length;
    next = sequence + 1;
    sum = lastSum;
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
    journal.release(lock);
  }
}
