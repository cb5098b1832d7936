package dev.safemcp.safety.move;

import dev.safemcp.safety.file.FileError;

/**
 * How a move ended. In {@link Changed}, {@link Refused} and {@link Unsupported} everything is where
 * it was.
 */
public sealed interface MoveOutcome {
  /** It lies at its destination. */
  record Moved() implements MoveOutcome {}

  /** What lies at the source is not what was planned. */
  record Changed() implements MoveOutcome {}

  /** The system said no: EEXIST where the destination is occupied. */
  record Refused(FileError error) implements MoveOutcome {}

  /** No safe way exists here, such as for a folder where the atomic rename is missing. */
  record Unsupported(String reason) implements MoveOutcome {}

  /**
   * It did not move, and not everything is where it was: somebody replaced the source within the
   * step and its place was taken again before what had moved could go back, or a second name could
   * not be removed. Nothing is lost.
   *
   * @param reason what happened and where it lies
   */
  record Strayed(String reason) implements MoveOutcome {}

  /**
   * A call failed between two steps of the way without the atomic one: {@link Mover#finish} has to
   * clear up.
   */
  record Unfinished(FileError error) implements MoveOutcome {}
}
