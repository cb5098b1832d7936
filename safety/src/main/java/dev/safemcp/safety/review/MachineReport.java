package dev.safemcp.safety.review;

import dev.safemcp.safety.sandbox.KernelSupport;
import dev.safemcp.safety.sandbox.ProgramClass;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code safe-mcp doctor} knows.
 *
 * @param system the operating system, its version and the architecture
 * @param java the Java version
 * @param user who would run the server
 * @param kernel what the kernel holds; empty where no terminal can start
 * @param programs the allowed programs, in the policy's order
 * @param findings what to look at, the gravest first
 */
public record MachineReport(
    String system,
    String java,
    String user,
    Optional<KernelSupport> kernel,
    List<AllowedProgram> programs,
    List<Finding> findings) {
  public MachineReport {
    programs = List.copyOf(programs);
    findings = List.copyOf(findings);
  }

  /**
   * A name on the allowlist.
   *
   * @param name the name
   * @param start what is started; empty where there is no such program
   * @param file the file behind it, real
   * @param kind what kind of program it is
   */
  public record AllowedProgram(
      String name, Optional<Path> start, Optional<Path> file, Optional<ProgramClass> kind) {}
}
