package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.CommandVetting.Verdict;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandVettingTests {
  private static final List<ArgumentRule> RULES =
      List.of(
          new ArgumentRule(
              "git", List.of("push --force", "push -f"), "force-push rewrites shared history"),
          new ArgumentRule("git", List.of("clean"), "clean deletes"));

  @TempDir Path temporary;
  private Path root = Path.of("");
  private Path bin = Path.of("");

  @BeforeEach
  void fill() throws IOException {
    Path base = temporary.toRealPath();
    root = Files.createDirectories(base.resolve("root"));
    bin = base.resolve("bin");
    for (String name : List.of("ls", "cat", "git", "rm")) {
      VettedCommands.program(bin, name);
    }
  }

  private CommandVetting vetting(List<String> allowed, List<String> denied) {
    return CommandVetting.of(
        VettedCommands.policy(root, allowed, denied, RULES), List.of(bin.toString()));
  }

  private Verdict vet(String... words) {
    return vetting(List.of("ls", "cat", "git", "rg", "rm"), List.of("rm", "sudo"))
        .vet(List.of(words));
  }

  @Test
  void whatIsAllowedIsVettedWithItsProgram() {
    assertThat(vet("cat", "notes.txt", ""))
        .isInstanceOfSatisfying(
            Verdict.Vetted.class,
            vetted -> {
              VettedCommand command = vetted.command();
              assertThat(command.name()).isEqualTo("cat");
              assertThat(command.arguments()).containsExactly("notes.txt", "");
              assertThat(command.reason()).isEqualTo("'cat' is allowed");
              assertThat(command.program()).isEqualTo(bin.resolve("cat"));
              assertThat(command.executable()).isEqualTo(bin.resolve("cat"));
            });
  }

  @ParameterizedTest
  @CsvSource({
    "rm, rm",
    "/bin/rm, rm",
    "./rm, rm",
    "a/rm, rm",
    "../x/rm, rm",
    "//rm, rm",
    "/bin/rm/, rm",
    "sudo, sudo",
    "/usr/bin/sudo, sudo"
  })
  void aDeniedNameIsDeniedByAnyPathAndThoughAllowed(String word, String name) {
    assertThat(vet(word, "-rf", "/"))
        .isEqualTo(new Verdict.Denied("'" + name + "' is on the denylist"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "frob",
        "CAT",
        "Cat",
        "cat ",
        " cat",
        "./cat",
        "/bin/cat",
        "bin/cat",
        "cat/",
        "LANG=C",
        "",
        "/",
        "rm2",
        "xrm",
        "ｃat",
        "cat\u200b",
        "RM",
        "*",
        "."
      })
  void whatNoListNamesIsDenied(String word) {
    assertThat(vet(word, "cat"))
        .isEqualTo(new Verdict.Denied("'" + word + "' is not on the allowlist (deny by default)"));
  }

  @Test
  void anOverlongNameIsNotRepeatedInPart() {
    assertThat(vet("ghp_" + "x".repeat(500)))
        .isEqualTo(
            new Verdict.Denied("'<504 characters>' is not on the allowlist (deny by default)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "push --force",
        "--force push",
        "push origin main --force",
        "push -f",
        "push -f origin",
        "push --force=yes",
        "-f push",
        "push -uf",
        "push --forc",
        "push -vfu origin",
        "push origin -- --force"
      })
  void anArgumentRuleIgnoresOrderAndSpelling(String arguments) {
    assertThat(vet(("git " + arguments).split(" ", -1)))
        .isEqualTo(new Verdict.Denied("force-push rewrites shared history"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "push origin main",
        "pull --force",
        "log -f",
        "push --follow-tags",
        "fetch -f"
      })
  void anArgumentRuleLeavesOtherCallsAlone(String arguments) {
    assertThat(vet(("git " + arguments).split(" ", -1))).isInstanceOf(Verdict.Vetted.class);
  }

  @Test
  void theFirstArgumentRuleInTheFileSpeaks() {
    assertThat(vet("git", "clean", "push", "-f"))
        .isEqualTo(new Verdict.Denied("force-push rewrites shared history"));
    assertThat(vet("git", "clean")).isEqualTo(new Verdict.Denied("clean deletes"));
  }

  @Test
  void aRuleBindsItsOwnCommandAloneAndAllowsNothing() {
    assertThat(vet("cat", "push", "-f")).isInstanceOf(Verdict.Vetted.class);
    assertThat(vetting(List.of("ls"), List.of()).vet(List.of("git", "push", "-f")))
        .isEqualTo(new Verdict.Denied("'git' is not on the allowlist (deny by default)"));
  }

  @Test
  void aRuleWithoutWordsDeniesEveryCall() {
    for (List<String> denyArgs : List.of(List.<String>of(), List.of(""), List.of("x", " "))) {
      CommandVetting vetting =
          CommandVetting.of(
              VettedCommands.policy(
                  root,
                  List.of("cat"),
                  List.of(),
                  List.of(new ArgumentRule("cat", denyArgs, "no cats"))),
              List.of(bin.toString()));
      assertThat(vetting.vet(List.of("cat"))).isEqualTo(new Verdict.Denied("no cats"));
    }
  }

  @Test
  void anEmptyPolicyAllowsNothing() {
    assertThat(vetting(List.of(), List.of()).vet(List.of("ls")))
        .isEqualTo(new Verdict.Denied("'ls' is not on the allowlist (deny by default)"));
  }

  @Test
  void aPathOnTheAllowlistAllowsNothingAndOneOnTheDenylistDeniesTheName() {
    CommandVetting vetting =
        vetting(List.of("/bin/ls", "./ls", "", ".", "..", "cat"), List.of("/bin/cat"));
    for (String word : List.of("/bin/ls", "./ls", "ls", "", ".", "..")) {
      assertThat(vetting.vet(List.of(word)))
          .isEqualTo(
              new Verdict.Denied("'" + word + "' is not on the allowlist (deny by default)"));
    }
    assertThat(vetting.vet(List.of("cat")))
        .isEqualTo(new Verdict.Denied("'cat' is on the denylist"));
  }

  @Test
  void anAllowedNameWithoutAProgramIsMissing() throws IOException {
    Verdict.Missing missing =
        new Verdict.Missing(
            "'rg' is allowed, but no such program was found on the PATH when the server started");
    CommandVetting vetting = vetting(List.of("rg", "ls"), List.of());
    assertThat(vetting.vet(List.of("rg"))).isEqualTo(missing);
    VettedCommands.program(bin, "rg");
    assertThat(vetting.vet(List.of("rg"))).as("resolved once").isEqualTo(missing);
    assertThat(vetting.program("rg")).isEmpty();
    assertThat(vetting.program("ls")).contains(bin.resolve("ls"));
    assertThat(vetting.program("absent")).isEmpty();
    assertThat(vetting.rules().rules()).hasSize(4);
  }
}
