package dev.safemcp.safety.decision;

import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes policies and vetted commands for tests. */
public final class VettedCommands {
  private VettedCommands() {}

  /** Returns a terminal's policy of these lists, with nothing else of note. */
  public static TerminalPolicy policy(
      Path root,
      List<String> allowed,
      List<String> denied,
      List<TerminalPolicy.ArgumentRule> rules) {
    return new TerminalPolicy(
        root,
        true,
        new TerminalPolicy.Limits(5, 65536, 4, 0, 0, 0, 0),
        new SandboxPolicy(SandboxPolicy.Mode.OFF, false, List.of()),
        allowed,
        denied,
        rules,
        List.of());
  }

  /** Puts an executable file into a folder. */
  public static Path program(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    Path program = folder.resolve(name);
    if (Files.notExists(program)) {
      Files.writeString(program, "#!/bin/sh\n");
      if (!program.toFile().setExecutable(true)) {
        throw new IOException("not executable: " + program);
      }
    }
    return program;
  }

  /** Returns a command that a policy allowed. */
  public static VettedCommand command(Path root, Path bin, String name, List<String> arguments)
      throws IOException {
    program(bin, name);
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(arguments);
    return switch (CommandVetting.of(
            policy(root, List.of(name), List.of(), List.of()), List.of(bin.toString()))
        .vet(words)) {
      case CommandVetting.Verdict.Vetted(VettedCommand command) -> command;
      case CommandVetting.Verdict other -> throw new AssertionError(other);
    };
  }
}
