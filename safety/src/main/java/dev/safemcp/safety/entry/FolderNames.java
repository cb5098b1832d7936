package dev.safemcp.safety.entry;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Name;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The first names of a folder by code point, and how many it has in all.
 *
 * @param first sorted
 * @param total of the folder when it was read
 */
public record FolderNames(List<Name> first, long total) {
  /** What the names that are kept may take, {@value #NAME_BYTES} for each beyond its own bytes. */
  static final long MOST_BYTES = 24L * 1024 * 1024;

  private static final int NAME_BYTES = 48;

  public FolderNames {
    first = List.copyOf(first);
  }

  /**
   * Reads a folder in one pass, and in bounded memory however many names it has.
   *
   * @param atMost how many names are kept, positive; fewer where they are long
   */
  public static FolderNames read(FileCalls calls, Folder folder, int atMost) throws CallFailed {
    return read(calls, folder, atMost, MOST_BYTES);
  }

  static FolderNames read(FileCalls calls, Folder folder, int atMost, long mostBytes)
      throws CallFailed {
    Smallest smallest = new Smallest(atMost, mostBytes);
    calls.list(folder, smallest);
    return new FolderNames(smallest.kept.stream().sorted().toList(), smallest.seen);
  }

  /** Keeps the smallest: the largest of those kept gives way to a smaller one. */
  private static final class Smallest implements FileCalls.NameVisitor {
    private final PriorityQueue<Name> kept = new PriorityQueue<>(Comparator.reverseOrder());
    private final int atMost;
    private final long mostBytes;
    private long bytes;
    private long seen;

    /** The smallest name that had to go: nothing behind it is kept, or there would be gaps. */
    private @Nullable Name bound;

    Smallest(int atMost, long mostBytes) {
      this.atMost = atMost;
      this.mostBytes = mostBytes;
    }

    @Override
    public boolean visit(Name name) {
      seen++;
      if (bound != null && name.compareTo(bound) > 0) {
        return true;
      }
      kept.add(name);
      bytes += name.length() + NAME_BYTES;
      while (kept.size() > atMost || bytes > mostBytes) {
        bound = kept.remove();
        bytes -= bound.length() + NAME_BYTES;
      }
      return true;
    }
  }
}
