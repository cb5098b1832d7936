package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.List;

/**
 * The kernel's half of the jail.
 *
 * @param mode whether it must be there
 * @param network whether a command may reach the network
 * @param grants what single commands need beyond the jail
 */
public record SandboxPolicy(Mode mode, boolean network, List<Grant> grants) {
  public SandboxPolicy {
    grants = List.copyOf(grants);
  }

  /** Whether the kernel's half must be there. */
  public enum Mode {
    /** The server refuses to start without it. */
    REQUIRED,
    /** Used where the kernel has it; what is missing is named. */
    AUTO,
    /** Not used. */
    OFF
  }

  /**
   * What one command needs beyond the jail.
   *
   * @param command the command's name
   * @param execute files and folders from which it may execute, absolute
   * @param read files and folders that it may read, absolute
   * @param write files and folders that it may read and write, absolute
   */
  public record Grant(String command, List<Path> execute, List<Path> read, List<Path> write) {
    public Grant {
      execute = List.copyOf(execute);
      read = List.copyOf(read);
      write = List.copyOf(write);
    }
  }
}
