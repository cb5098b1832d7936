package dev.safemcp.safety.decision;

import java.nio.file.Path;
import java.util.List;

/**
 * A command that the policy allows: made by {@link CommandVetting} alone.
 *
 * <p>Immutable.
 */
public final class VettedCommand {
  private final String name;
  private final Path program;
  private final List<String> arguments;
  private final String reason;

  VettedCommand(String name, Path program, List<String> arguments, String reason) {
    this.name = name;
    this.program = program;
    this.arguments = List.copyOf(arguments);
    this.reason = reason;
  }

  /** Returns the name as the policy and the client write it. */
  public String name() {
    return name;
  }

  /**
   * Returns the program that the name stood for when the server started: absolute, outside the
   * root.
   */
  public Path program() {
    return program;
  }

  /** Returns the arguments after the name. */
  public List<String> arguments() {
    return arguments;
  }

  /** Returns why it is allowed, for the client. */
  public String reason() {
    return reason;
  }
}
