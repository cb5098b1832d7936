package dev.safemcp.safety.file;

/**
 * What lstat says of an entry.
 *
 * @param kind what it is
 * @param size in bytes; of a directory whatever the file system says
 * @param modified nanoseconds since 1970 of the last change of its content
 * @param device the file system that it lies on; not stable across a restart of the machine
 * @param inode its number there
 * @param born nanoseconds since 1970 of its creation; 0 where the file system does not know. It
 *     tells a file from a later one that was given the same inode number
 * @param links how many names it has; no part of any comparison
 * @param standing whether it can be taken out of its folder; no part of any comparison
 */
public record FileFacts(
    Kind kind,
    long size,
    long modified,
    long device,
    long inode,
    long born,
    long links,
    Standing standing) {

  /** Returns whether nothing that a plan looked at has changed. */
  public boolean unchanged(FileFacts later) {
    return kind == later.kind
        && (kind == Kind.DIRECTORY || (size == later.size && modified == later.modified))
        && sameInode(later);
  }

  /**
   * Returns whether it is the same file, perhaps with other content.
   *
   * <p>An overlay gives a file that it copies up on a rename another inode; its size and times stay
   * to the nanosecond, and so count as well.
   */
  public boolean sameFile(FileFacts later) {
    return kind == later.kind
        && (sameInode(later)
            || (kind == Kind.REGULAR_FILE && size == later.size && modified == later.modified));
  }

  private boolean sameInode(FileFacts later) {
    return inode == later.inode && (born == 0 || later.born == 0 || born == later.born);
  }
}
