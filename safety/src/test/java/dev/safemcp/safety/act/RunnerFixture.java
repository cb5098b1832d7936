package dev.safemcp.safety.act;

import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.decision.VettedCommand;
import dev.safemcp.safety.decision.VettedPrograms;
import dev.safemcp.safety.path.ContainedCommands;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A runner on a temporary root, and a look at what it left. */
final class RunnerFixture implements AutoCloseable {
  static final Limits USUAL = new Limits(20, 64 * 1024, 0, 0, 0, 0, 0);

  final Path root;
  final CommandRunner runner;

  RunnerFixture(Path folder, CommandRunner.Way way, Limits limits, Confinement confinement)
      throws IOException {
    root = Files.createDirectories(folder.resolve("root")).toRealPath();
    TerminalPolicy policy =
        new TerminalPolicy(
            root,
            true,
            limits,
            new SandboxPolicy(SandboxPolicy.Mode.OFF, false, List.of()),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    runner =
        CommandRunner.of(
            policy, List.of("/usr/bin", "bin", "/bin", root + "/bin"), confinement, way);
    runner.warmUp();
  }

  RunnerFixture(Path folder, CommandRunner.Way way, Limits limits) throws IOException {
    this(folder, way, limits, Confinement.NONE);
  }

  static Limits within(int seconds) {
    return new Limits(seconds, 64 * 1024, 0, 0, 0, 0, 0);
  }

  RunOutcome run(VettedCommand command, String folder, Cancellation cancellation) {
    return runner.run(
        ContainedCommands.of(command, root, folder), Permits.any(), Progress.NONE, cancellation);
  }

  RunOutcome run(String name, String... arguments) {
    return run(VettedPrograms.of(Path.of("/usr/bin", name), arguments), "", new Cancellation());
  }

  /** Runs a shell script. */
  RunOutcome sh(String script) {
    return run("sh", "-c", script);
  }

  RunOutcome sh(String script, Cancellation cancellation) {
    return run(VettedPrograms.of(Path.of("/bin/sh"), "-c", script), "", cancellation);
  }

  static String text(Captured captured) {
    return new String(captured.bytes(), StandardCharsets.UTF_8);
  }

  /** Returns what a command that ended wrote to stdout. */
  static String stdout(RunOutcome outcome) {
    return outcome instanceof RunOutcome.Exited exited
        ? text(exited.stdout())
        : "not exited: " + outcome;
  }

  /** Returns a number of seconds that no other process on this machine sleeps. */
  static String uniqueSeconds() {
    return "3000." + ThreadLocalRandom.current().nextLong(1_000_000_000L, 9_999_999_999L);
  }

  /** Returns the processes whose command line holds a text, zombies not counted. */
  static List<String> processesWith(String text) throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : all) {
        try {
          String line = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
          if (line.contains(text)) {
            found.add(process.getFileName() + " " + line.replace('\0', ' '));
          }
        } catch (IOException gone) {
          // It ended meanwhile.
        }
      }
    }
    return found;
  }

  /** Waits until a process with a text in its command line is there. */
  static void awaitProcessWith(String text) throws IOException {
    while (processesWith(text).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    runner.close();
  }
}
