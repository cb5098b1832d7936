package dev.safemcp.safety.decision;

import java.nio.file.Path;
import java.util.List;

/** Makes vetted commands for tests of what comes after vetting. */
public final class VettedCommands {
  private VettedCommands() {}

  /** Returns a command that runs {@code /usr/bin/<name>}. */
  public static VettedCommand of(String name, String... arguments) {
    return new VettedCommand(
        name, Path.of("/usr/bin", name), List.of(arguments), "'" + name + "' is allowed");
  }
}
