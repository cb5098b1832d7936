package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.CommandVetting.Verdict;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandVettingTests {
  @TempDir Path folder;

  static TerminalPolicy policy(
      Path root, List<String> allowed, List<String> denied, List<ArgumentRule> rules) {
    return new TerminalPolicy(
        root,
        true,
        new TerminalPolicy.Limits(1, 1024, 1, 0, 0, 0, 0),
        new SandboxPolicy(SandboxPolicy.Mode.OFF, false, List.of()),
        allowed,
        denied,
        rules,
        List.of());
  }

  private CommandVetting vetting() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    program(folder.resolve("bin/git"));
    program(folder.resolve("bin/cat"));
    program(folder.resolve("bin/rm"));
    return CommandVetting.of(
        policy(
            root,
            List.of("git", "cat", "rm", "absent"),
            List.of("rm", "sudo"),
            List.of(
                new ArgumentRule("git", List.of("push --force", "push -f"), "no force"),
                new ArgumentRule("cat", List.of("-rf"), "no bundle"))),
        List.of(folder.resolve("bin").toRealPath().toString()));
  }

  static Path program(Path path) throws IOException {
    Files.createDirectories(path.resolveSibling("."));
    Files.writeString(path, "#!/bin/sh\n");
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static String said(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Vetted vetted -> vetted.command().reason();
      case Verdict.Denied denied -> denied.reason();
      case Verdict.Missing missing -> "missing: " + missing.reason();
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          cat a.txt                     | 'cat' is allowed
          rm a                          | 'rm' is on the denylist
          /bin/rm a                     | 'rm' is on the denylist
          ./rm a                        | 'rm' is on the denylist
          a/b/sudo x                    | 'sudo' is on the denylist
          CAT a                         | 'CAT' is not on the allowlist (deny by default)
          /bin/cat a                    | '/bin/cat' is not on the allowlist (deny by default)
          ./cat a                       | './cat' is not on the allowlist (deny by default)
          frob                          | 'frob' is not on the allowlist (deny by default)
          LANG=C cat a                  | 'LANG=C' is not on the allowlist (deny by default)
          git push --force              | no force
          git --force push              | no force
          git push origin main --force  | no force
          git push --force=yes          | no force
          git push --forc               | no force
          git push --f                  | no force
          git push -f                   | no force
          git push -uf origin           | no force
          git -f push                   | no force
          git push                      | 'git' is allowed
          git status --force            | 'git' is allowed
          git push --                   | 'git' is allowed
          git pushy -f                  | 'git' is allowed
          git push --follow-tags        | 'git' is allowed
          cat -rf x                     | no bundle
          cat -r -f x                   | no bundle
          cat -fxr x                    | no bundle
          cat -r x                      | 'cat' is allowed
          absent                        | missing: 'absent' is allowed, but no such program was found on the PATH when the server started
          """)
  void everyNameAndArgumentGetsItsVerdict(String line, String verdict) throws IOException {
    assertThat(said(vetting().vet(List.of(line.split(" ", -1))))).isEqualTo(verdict);
  }

  @Test
  void aProgramIsFoundOnceAndNotInTheJailNorByARelativeEntry() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    program(root.resolve("git"));
    program(folder.resolve("safe/git"));
    Files.createSymbolicLink(folder.resolve("into"), root);
    CommandVetting vetting =
        CommandVetting.of(
            policy(root, List.of("git"), List.of(), List.of()),
            List.of(
                "",
                ".",
                "bin",
                root.toString(),
                folder.resolve("into").toString(),
                folder.resolve("safe").toRealPath().toString()));
    assertThat(vetting.program("git")).contains(folder.resolve("safe/git").toRealPath());

    Files.delete(folder.resolve("safe/git"));
    assertThat(vetting.vet(List.of("git"))).isInstanceOf(Verdict.Vetted.class);
  }

  @Test
  void aLinkIntoTheJailIsNoProgram() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    program(root.resolve("tool"));
    Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(folder.resolve("bin/tool"), root.resolve("tool"));
    CommandVetting vetting =
        CommandVetting.of(
            policy(root, List.of("tool"), List.of(), List.of()),
            List.of(folder.resolve("bin").toRealPath().toString()));
    assertThat(vetting.vet(List.of("tool"))).isInstanceOf(Verdict.Missing.class);
  }

  @Test
  void anEmptyPolicyAllowsNothing() throws IOException {
    CommandVetting vetting =
        CommandVetting.of(
            policy(folder.toRealPath(), List.of(), List.of(), List.of()), List.of("/usr/bin"));
    assertThat(vetting.vet(List.of("ls"))).isInstanceOf(Verdict.Denied.class);
  }

  @Test
  void aHostileNameDoesNotFillTheAnswer() throws IOException {
    assertThat(said(vetting().vet(List.of("x".repeat(30_000))))).hasSizeLessThan(200);
  }
}
