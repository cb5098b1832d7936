package dev.safemcp.safety.decision;

import java.nio.file.Path;
import java.util.List;

/** Makes vetted commands for tests of the runner. */
public final class VettedPrograms {
  private VettedPrograms() {}

  /** Returns a command whose program is {@code program}, called by its file name. */
  public static VettedCommand of(Path program, String... arguments) {
    String name = String.valueOf(program.getFileName());
    return new VettedCommand(
        name, new Program(program, program), List.of(arguments), "'" + name + "' is allowed");
  }
}
