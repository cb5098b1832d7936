package dev.safemcp.safety.move;

import dev.safemcp.safety.file.FileFacts;

/** How much of what was planned must still hold. */
public enum Likeness {
  /** Nothing has changed: kind, size, time of change, inode. */
  UNCHANGED,
  /** It is the same file, perhaps with other content: what undo and redo ask for. */
  SAME_FILE;

  /** Returns whether what is there now is what was planned. */
  public boolean holds(FileFacts planned, FileFacts now) {
    return switch (this) {
      case UNCHANGED -> planned.unchanged(now);
      case SAME_FILE -> planned.sameFile(now);
    };
  }
}
