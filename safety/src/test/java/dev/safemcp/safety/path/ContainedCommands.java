package dev.safemcp.safety.path;

import dev.safemcp.safety.decision.VettedCommand;
import java.nio.file.Path;

/** Makes contained commands for tests of what comes after the border. */
public final class ContainedCommands {
  private ContainedCommands() {}

  /** Returns a command in a folder of a root; {@code relative} is empty for the root itself. */
  public static ContainedCommand of(VettedCommand command, Path root, String relative) {
    return new ContainedCommand(command, new ContainedFolder(root, Path.of(relative)));
  }
}
