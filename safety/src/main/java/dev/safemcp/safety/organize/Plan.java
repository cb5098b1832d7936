package dev.safemcp.safety.organize;

import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.move.MoveStep;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A proposal. Immutable.
 *
 * @param id by which it is applied, once
 * @param created when
 * @param moves what it would move, in the order of the names
 * @param skips what it leaves alone, the first of them by name
 * @param skipCount how many it leaves alone
 * @param truncated whether moves or skips were left out
 */
public record Plan(
    UUID id,
    Instant created,
    List<Filed> moves,
    List<Skipped> skips,
    long skipCount,
    boolean truncated) {
  public Plan {
    moves = List.copyOf(moves);
    skips = List.copyOf(skips);
  }

  /**
   * A proposed move.
   *
   * @param category whose extension the entry has
   * @param step from where to where
   */
  public record Filed(String category, MoveStep step) {}

  /**
   * An entry that is left alone.
   *
   * @param name its name
   * @param left why
   */
  public record Skipped(Name name, Prospect.Left left) {}
}
