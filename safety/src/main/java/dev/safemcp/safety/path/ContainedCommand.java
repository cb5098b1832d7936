package dev.safemcp.safety.path;

import dev.safemcp.safety.decision.VettedCommand;

/**
 * A vetted command in a contained folder, its arguments checked against the border where the policy
 * says so: made by {@link Jail} alone, and the only thing that the runner takes.
 *
 * <p>Immutable.
 */
public final class ContainedCommand {
  private final VettedCommand command;
  private final ContainedFolder folder;

  ContainedCommand(VettedCommand command, ContainedFolder folder) {
    this.command = command;
    this.folder = folder;
  }

  /** Returns the command. */
  public VettedCommand command() {
    return command;
  }

  /** Returns the folder in which it runs. */
  public ContainedFolder folder() {
    return folder;
  }
}
