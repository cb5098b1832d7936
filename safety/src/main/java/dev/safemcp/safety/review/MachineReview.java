package dev.safemcp.safety.review;

import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.operation.PolicyTrial;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.review.MachineReport.AllowedProgram;
import dev.safemcp.safety.sandbox.CommandRights;
import dev.safemcp.safety.sandbox.KernelSupport;
import dev.safemcp.safety.sandbox.ProgramClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Examines the machine that a policy is to be used on. Stateless; changes nothing. */
public final class MachineReview {
  private MachineReview() {}

  /**
   * Examines it.
   *
   * @param inspection the policy
   * @param environment of which PATH is read: a client's may differ from a shell's
   */
  public static MachineReport of(PolicyInspection inspection, Map<String, String> environment) {
    List<Finding> findings = new ArrayList<>(PolicyReview.of(inspection, environment));
    Optional<KernelSupport> kernel = Optional.empty();
    List<AllowedProgram> programs = new ArrayList<>();
    Optional<Policy> policy = inspection.policy();
    if (policy.isPresent()) {
      Subject subject = new Subject(inspection, policy.get(), environment);
      records(subject);
      if (subject.terminal().isPresent()) {
        kernel =
            Optional.of(
                KernelSupport.of(
                    subject.terminal().get(),
                    subject.trial().map(PolicyTrial::vetting).orElseThrow().executables()));
        kernel(subject, subject.terminal().get(), kernel.get());
        limits(subject, subject.terminal().get());
        programs.addAll(programs(subject, subject.terminal().get()));
      }
      user(subject);
      findings.addAll(subject.findings());
    }
    findings.sort(
        Comparator.comparing(Finding::severity)
            .thenComparingInt(finding -> finding.line().orElse(Integer.MAX_VALUE)));
    return new MachineReport(
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        Runtime.version().toString(),
        System.getProperty("user.name"),
        kernel,
        programs,
        findings);
  }

  private static void kernel(Subject subject, TerminalPolicy policy, KernelSupport kernel) {
    for (String remark : kernel.enforcement().remarks()) {
      if (!remark.startsWith("the network is open")) {
        subject.warn(
            "kernel-lacks",
            "terminal.sandbox.mode",
            remark,
            kernel.advice().orElse("use a newer kernel"));
      }
    }
    List<String> gaps = kernel.enforcement().notHeld();
    String fix = kernel.advice().orElse("");
    if (gaps.isEmpty() || policy.sandbox().mode() == SandboxPolicy.Mode.OFF) {
      return;
    }
    if (policy.sandbox().mode() == SandboxPolicy.Mode.REQUIRED) {
      subject.error(
          "kernel-lacks",
          "terminal.sandbox.mode",
          "the server does not start: not held here: " + String.join("; ", gaps),
          fix);
    } else {
      subject.warn(
          "kernel-lacks",
          "terminal.sandbox.mode",
          "not held here: " + String.join("; ", gaps),
          fix);
    }
  }

  private static void limits(Subject subject, TerminalPolicy policy) {
    List<String> open = new ArrayList<>();
    Map<String, Long> limits =
        new java.util.TreeMap<>(
            Map.of(
                "cpu_seconds", policy.limits().cpuSeconds(),
                "memory_bytes", policy.limits().memoryBytes(),
                "file_bytes", policy.limits().fileBytes(),
                "processes", policy.limits().processes()));
    limits.forEach(
        (name, limit) -> {
          if (limit == 0) {
            open.add(name);
          }
        });
    if (!open.isEmpty()) {
      subject.note(
          "no-limit",
          "terminal.limits",
          "without a bound: " + String.join(", ", open),
          "set them in [terminal.limits], so that one command cannot exhaust the machine");
    }
  }

  private static List<AllowedProgram> programs(Subject subject, TerminalPolicy policy) {
    List<AllowedProgram> programs = new ArrayList<>();
    CommandVetting vetting = subject.trial().map(PolicyTrial::vetting).orElseThrow();
    for (int i = 0; i < policy.allowed().size(); i++) {
      String name = policy.allowed().get(i);
      String key = "terminal.allowlist.commands[" + i + "]";
      Optional<Path> file = Optional.ofNullable(vetting.executables().get(name));
      programs.add(
          new AllowedProgram(
              name,
              vetting.program(name),
              file,
              file.map(executable -> ProgramClass.of(name, executable))));
      if (file.isPresent()) {
        changeable(subject, key, name, file.get());
        CommandRights.of(
                name,
                file.get(),
                vetting.executables().values(),
                policy.jailRoot(),
                policy.sandbox())
            .lacking()
            // What a grant names and is not there has its own finding.
            .stream()
            .filter(line -> !line.startsWith("the grant of"))
            .forEach(
                line ->
                    subject.warn(
                        "cannot-start",
                        key,
                        "'" + name + "': " + line,
                        "allow its interpreter, or take it off the list"));
      }
    }
    return programs;
  }

  /** Whoever may replace a program decides what the allowlist means. */
  private static void changeable(Subject subject, String key, String name, Path file) {
    for (Path place : new Path[] {file, file.getParent()}) {
      try {
        if (Files.getPosixFilePermissions(place).contains(PosixFilePermission.OTHERS_WRITE)) {
          subject.warn(
              "program-writable",
              key,
              "everyone may change what '" + name + "' is: '" + place + "' is writable by everyone",
              "run chmod o-w on it");
        }
      } catch (IOException | UnsupportedOperationException unknown) {
        // Nothing is known against it.
        return;
      }
    }
  }

  private static void records(Subject subject) {
    folder(subject, "audit_log", subject.policy().audit().log());
    subject.policy().files().ifPresent(files -> folder(subject, "files.journal", files.journal()));
  }

  private static void folder(Subject subject, String key, Path file) {
    Path folder = Optional.ofNullable(file.getParent()).orElse(file);
    if (!Files.isDirectory(folder)) {
      subject.error(
          "no-folder",
          key,
          "'" + folder + "' is not there, so that nothing can be recorded",
          "create it");
    } else if (!Files.isWritable(folder)) {
      subject.error(
          "no-folder",
          key,
          "this user cannot write in '" + folder + "'",
          "let the user that runs the server write there, and nobody else");
    }
  }

  private static void user(Subject subject) {
    if (System.getProperty("user.name").equals("root")) {
      subject.note(
          "root",
          "",
          "the server would run as root",
          "run it as a user of its own: what the kernel does not hold is then held by modes");
    }
  }
}
