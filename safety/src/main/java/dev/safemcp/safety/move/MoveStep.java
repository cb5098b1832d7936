package dev.safemcp.safety.move;

import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.path.WorkspacePath;

/**
 * One move of an action.
 *
 * @param source where the entry lies
 * @param destination where it is to lie: the full path, not a folder
 * @param facts what was seen of it when the move was decided
 */
public record MoveStep(WorkspacePath source, WorkspacePath destination, FileFacts facts) {
  /** Returns how many bytes its two paths have. */
  public long bytes() {
    return source.bytes() + destination.bytes();
  }

  /** Returns the same move the other way round. */
  public MoveStep reversed() {
    return new MoveStep(destination, source, facts);
  }
}
