package dev.safemcp.safety.organize;

import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;

/** How a request to the organizer ended. */
public sealed interface Organized {
  /** How listing ended. */
  sealed interface Listing extends Organized permits Listed, Refusal {}

  /** How planning ended. */
  sealed interface Planning extends Organized permits Planned, Refusal {}

  /** How moving ended. */
  sealed interface Acting extends Organized permits Acted, Refusal {}

  /**
   * A folder was listed.
   *
   * @param folder which
   * @param entries its first entries by code point
   * @param total how many it has
   */
  record Listed(WorkspacePath folder, List<ListedEntry> entries, long total) implements Listing {
    public Listed {
      entries = List.copyOf(entries);
    }

    /** Returns whether entries were left out. */
    public boolean truncated() {
      return entries.size() < total;
    }
  }

  /** A plan was made, and waits. */
  record Planned(Plan plan) implements Planning {}

  /**
   * Files were moved.
   *
   * @param action the tool whose action was done, undone or redone
   * @param moves as they were made
   */
  record Acted(String action, List<MoveStep> moves) implements Acting {
    public Acted {
      moves = List.copyOf(moves);
    }
  }

  /**
   * The answer is no.
   *
   * @param code which kind of no
   * @param reason what the client is told
   * @param problems what stands in the way of single moves; may be empty
   */
  record Refusal(ResultCode code, String reason, List<Problem> problems)
      implements Listing, Planning, Acting {
    public Refusal {
      problems = List.copyOf(problems);
    }

    /** Makes a refusal that names no single move. */
    public Refusal(ResultCode code, String reason) {
      this(code, reason, List.of());
    }
  }

  /**
   * What stands in the way of one move.
   *
   * @param source what was to be moved
   * @param reason why it cannot
   */
  record Problem(WorkspacePath source, String reason) {}
}
