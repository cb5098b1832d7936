package dev.safemcp.safety.policy;

import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code fuzz/run.sh} feeds: any file is a policy that holds together, or is refused in one
 * line; never an exception, and never half a policy.
 */
public final class PolicyFuzz {
  private static final Path FOLDER = layOut();

  private PolicyFuzz() {}

  /** Takes one input; an exception is a finding. */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    Path file = Files.write(FOLDER.resolve("policy.toml"), bytes);
    for (ServerKind kind : ServerKind.values()) {
      switch (load(kind, file)) {
        case Loading.Refused refused -> require(isOneLine(refused.reason()));
        case Loading.Loaded loaded -> {
          loaded.warnings().forEach(warning -> require(isOneLine(warning)));
          check(kind, loaded.policy());
          require(again(kind, file, loaded));
        }
      }
    }
  }

  private static Loading load(ServerKind kind, Path file) {
    return PolicyLoader.load(kind, Optional.of(file.toString()), Map.of(), FOLDER);
  }

  /** Compiled patterns are equal to nothing, so the rest is compared by its fingerprint. */
  private static boolean again(ServerKind kind, Path file, Loading.Loaded first) {
    return load(kind, file) instanceof Loading.Loaded second
        && second.policy().fingerprint().equals(first.policy().fingerprint())
        && second.warnings().equals(first.warnings());
  }

  private static void check(ServerKind kind, Policy policy) {
    require(kind != ServerKind.TERMINAL || policy.terminal().isPresent());
    require(kind != ServerKind.FILES || policy.files().isPresent());
    policy.terminal().ifPresent(terminal -> check(terminal, policy));
    policy
        .files()
        .ifPresent(
            files -> {
              checkRoot(files.workspaceRoot(), policy);
              require(!files.journal().startsWith(files.workspaceRoot()));
            });
  }

  private static void check(TerminalPolicy terminal, Policy policy) {
    checkRoot(terminal.jailRoot(), policy);
    require(terminal.limits().timeoutSeconds() > 0 && terminal.limits().maxOutputBytes() > 0);
    CommandVetting vetting = CommandVetting.of(terminal, List.of());
    for (String name : terminal.denied()) {
      require(vetting.vet(List.of(name)) instanceof CommandVetting.Verdict.Denied);
      require(vetting.vet(List.of("/bin/" + name)) instanceof CommandVetting.Verdict.Denied);
    }
    // No folder to look programs up in: nothing that the lists say can make one vetted.
    for (String name : terminal.allowed()) {
      require(!(vetting.vet(List.of(name)) instanceof CommandVetting.Verdict.Vetted));
    }
  }

  private static void checkRoot(Path root, Policy policy) {
    require(root.isAbsolute() && root.getNameCount() > 0 && Files.isDirectory(root));
    require(!policy.audit().log().startsWith(root));
    require(!policy.source().startsWith(root));
  }

  private static boolean isOneLine(String text) {
    return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new AssertionError("the promise does not hold");
    }
  }

  private static Path layOut() {
    try {
      Path folder = Files.createTempDirectory("policy-fuzz").toRealPath();
      for (String name : new String[] {"root", "files", "state"}) {
        folder.resolve(name).toFile().deleteOnExit();
        Files.createDirectory(folder.resolve(name));
      }
      return folder;
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }
}
