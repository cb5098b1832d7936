package dev.safemcp.safety.entry;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Name;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first names of a folder by code point, and how many it has in all.
 *
 * @param first sorted
 * @param total of the folder when it was read
 */
public record FolderNames(List<Name> first, long total) {
  public FolderNames {
    first = List.copyOf(first);
  }

  /**
   * Reads a folder in one pass and in memory for {@code atMost} names, however many it has.
   *
   * @param atMost how many names are kept, positive
   */
  public static FolderNames read(FileCalls calls, Folder folder, int atMost) throws CallFailed {
    Smallest smallest = new Smallest(atMost);
    calls.list(folder, smallest);
    return new FolderNames(smallest.kept.stream().sorted().toList(), smallest.seen);
  }

  /** Keeps the smallest: the largest of those kept gives way to a smaller one. */
  private static final class Smallest implements FileCalls.NameVisitor {
    private final PriorityQueue<Name> kept = new PriorityQueue<>(Comparator.reverseOrder());
    private final int atMost;
    private long seen;

    Smallest(int atMost) {
      this.atMost = atMost;
    }

    @Override
    public boolean visit(Name name) {
      seen++;
      if (kept.size() < atMost) {
        kept.add(name);
      } else if (name.compareTo(kept.element()) < 0) {
        kept.remove();
        kept.add(name);
      }
      return true;
    }
  }
}
