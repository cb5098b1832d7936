package dev.safemcp.safety.journal;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.journal.JournalText.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The journal of a workspace. Thread-safe: it is open to one call of one server at a time, held by
 * a lock on a file beside it, and read anew each time, so that servers may share it.
 */
public final class Journal {
  /** A journal beyond this many bytes is not read: it is none of ours. */
  static final int MOST_BYTES = 32 * 1024 * 1024;

  private static final Duration POLL = Duration.ofMillis(2);

  /** How long a call waits for the others of its own server: longer than clients wait for it. */
  private static final Duration QUEUE = Duration.ofMinutes(2);

  /** The calls of this server act in the order in which they came. */
  private final Semaphore turn = new Semaphore(1, true);

  private final StateCalls calls;
  private final Path file;
  private final String workspace;
  private final Duration patience;

  /**
   * Makes a journal; nothing is touched before it is opened.
   *
   * @param calls the file system
   * @param file absolute, outside every root; it need not be there
   * @param workspace the root that the moves are below
   * @param patience how long another server's action is waited for
   */
  public Journal(StateCalls calls, Path file, Path workspace, Duration patience) {
    this.calls = calls;
    this.file = file;
    this.workspace = workspace.toString();
    this.patience = patience;
  }

  /** What opening says. */
  public sealed interface Opening {
    /** It is whole, and this call's alone until the session is closed. */
    record Opened(JournalSession session) implements Opening {}

    /** It cannot be used; it was left as it is. */
    record Refused(String reason) implements Opening {}
  }

  /** Opens the journal, waiting while another call has it. */
  public Opening open() {
    try {
      if (!turn.tryAcquire(QUEUE.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Opening.Refused("too many calls wait in this workspace: try again later");
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return new Opening.Refused("the server is ending");
    }
    Opening opening = new Opening.Refused("the journal cannot be read");
    try {
      opening = locked();
    } finally {
      if (opening instanceof Opening.Refused) {
        turn.release();
      }
    }
    return opening;
  }

  private Opening locked() {
    FileLocked lock;
    try {
      Optional<FileLocked> free = awaitLock();
      if (free.isEmpty()) {
        return new Opening.Refused(
            "another server is at work in this workspace: try again when it is done");
      }
      lock = free.get();
    } catch (CallFailed failure) {
      return new Opening.Refused("the journal cannot be locked: " + failure.error().words());
    }
    Opening opening = new Opening.Refused("the journal cannot be read");
    try {
      opening = read(lock);
    } catch (CallFailed failure) {
      opening = new Opening.Refused("the journal cannot be read: " + failure.error().words());
    } finally {
      if (opening instanceof Opening.Refused) {
        lock.close(); // also where a defect ends this call: the next one must not wait for it
      }
    }
    return opening;
  }

  private Optional<FileLocked> awaitLock() throws CallFailed {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<FileLocked> lock = calls.lock(beside(".lock"));
      if (lock.isPresent() || System.nanoTime() >= deadline) {
        return lock;
      }
      try {
        Thread.sleep(POLL);
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }

  private Opening read(FileLocked lock) throws CallFailed {
    OpenFile opened;
    try {
      opened = calls.openFile(file, false);
    } catch (CallFailed failure) {
      if (failure.error() == FileError.ENOENT) {
        return new Opening.Opened(JournalSession.fresh(this, lock));
      }
      throw failure;
    }
    Reading reading;
    try {
      if (opened.size() > MOST_BYTES) {
        opened.close();
        return new Opening.Refused(
            "the journal is larger than any of ours and was left as it is: move it away to start a"
                + " new one");
      }
      byte[] content = opened.read(MOST_BYTES);
      if (content.length == 0) {
        // Somebody made the file beforehand: nothing is in it that could be lost.
        opened.close();
        return new Opening.Opened(JournalSession.fresh(this, lock));
      }
      reading = JournalText.read(content, workspace);
      if (reading instanceof Reading.Whole whole) {
        return new Opening.Opened(JournalSession.of(this, lock, opened, content.length, whole));
      }
    } catch (CallFailed failure) {
      opened.close();
      throw failure;
    }
    opened.close();
    return new Opening.Refused(
        switch (reading) {
          case Reading.Damaged damaged ->
              "the journal is damaged at line "
                  + damaged.line()
                  + " and was left as it is: move it away to start a new one";
          case Reading.Foreign foreign ->
              foreign.reason() + "; it was left as it is: name another file in the policy";
          case Reading.Whole whole -> throw new IllegalStateException("handled above");
        });
  }

  /** Gives the journal up: the next call may open it. */
  void release(FileLocked lock) {
    lock.close();
    turn.release();
  }

  StateCalls calls() {
    return calls;
  }

  Path file() {
    return file;
  }

  String workspace() {
    return workspace;
  }

  Path beside(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }
}
