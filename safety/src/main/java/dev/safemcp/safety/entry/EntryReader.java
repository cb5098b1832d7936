package dev.safemcp.safety.entry;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes an {@link Entry} of a name.
 *
 * <p>A folder is looked into for installers and executables, not into the folders in it. At most
 * {@value #SCANNED_NAMES} names of a folder are read, and {@value #SCANNED_FOLDERS} folders in one
 * reader's life: past either bound it counts as an application's, since nothing says that it is
 * none. Not thread-safe: one for each call.
 */
public final class EntryReader {
  static final int SCANNED_NAMES = 512;
  static final int SCANNED_FOLDERS = 10_000;

  private final FileCalls calls;
  private final boolean scanning;
  private int scanned;

  /**
   * Makes a reader.
   *
   * @param calls the file system
   * @param scanning whether folders are looked into: no need where no rule asks
   */
  public EntryReader(FileCalls calls, boolean scanning) {
    this.calls = calls;
    this.scanning = scanning;
  }

  /** Returns the entry of a name; empty where there is none (any more). */
  public Optional<Entry> read(Folder folder, Name name) throws CallFailed {
    FileFacts facts;
    try {
      facts = calls.stat(folder, name);
    } catch (CallFailed failure) {
      if (failure.error() == FileError.ENOENT) {
        return Optional.empty();
      }
      throw failure;
    }
    Set<Label> labels = Labels.of(name, facts.kind());
    if (scanning
        && facts.kind() == Kind.DIRECTORY
        && !labels.contains(Label.APP_FOLDER)
        && holdsApplication(folder, name)) {
      labels.add(Label.APP_FOLDER);
    }
    return Optional.of(new Entry(name, facts, labels));
  }

  private boolean holdsApplication(Folder parent, Name name) {
    scanned++;
    if (scanned > SCANNED_FOLDERS) {
      return true;
    }
    Scan scan = new Scan();
    try (Folder folder = calls.open(parent, List.of(name))) {
      calls.list(folder, scan);
    } catch (CallFailed unreadable) {
      return true; // what cannot be looked into may hold anything
    }
    return scan.found || scan.seen > SCANNED_NAMES;
  }

  private static final class Scan implements FileCalls.NameVisitor {
    private int seen;
    private boolean found;

    @Override
    public boolean visit(Name name) {
      seen++;
      found = Labels.ofApplication(name);
      return !found && seen <= SCANNED_NAMES;
    }
  }
}
