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
  private final Program program;
  private final List<String> arguments;
  private final String reason;

  VettedCommand(String name, Program program, List<String> arguments, String reason) {
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
   * Returns what to start: what the name stood for when the server started, absolute, outside the
   * root. Its last component may be a link, and is left as it was found, since a program with many
   * names (busybox, xz) reads which one it was called by.
   */
  public Path program() {
    return program.start();
  }

  /**
   * Returns the file that {@link #program()} led to when the server started: real, regular,
   * executable, outside the root. It is what the kernel is told to let start.
   */
  public Path executable() {
    return program.file();
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
