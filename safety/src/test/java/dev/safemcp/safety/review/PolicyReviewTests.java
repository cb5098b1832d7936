package dev.safemcp.safety.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.PolicyInspection.Inspecting;
import dev.safemcp.safety.review.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyReviewTests {
  /** Clean: what each case adds is the one thing to be found. */
  private static final String CLEAN =
      """
      audit_log = "state/audit.jsonl"
      [terminal]
      jail_root = "jail"
      [files]
      workspace_root = "inbox"
      journal = "state/journal.json"
      """;

  @TempDir Path folder = Path.of("");
  private Path base = Path.of("");

  /**
   * A policy with one thing to be found.
   *
   * @param severity how grave it is
   * @param check the check that finds it
   * @param key where
   * @param what a part of what is said
   * @param text what is added to the clean policy
   */
  record Case(Severity severity, String check, String key, String what, String text) {
    @Override
    public String toString() {
      return check + " " + key;
    }
  }

  private static Case warning(String check, String key, String what, String text) {
    return new Case(Severity.WARNING, check, key, what, text);
  }

  private static Case note(String check, String key, String what, String text) {
    return new Case(Severity.NOTE, check, key, what, text);
  }

  private static String allow(String names) {
    return "[terminal.allowlist]\ncommands = [" + names + "]\n";
  }

  private static String rule(String command, String denyArgs) {
    return "[[terminal.rules]]\ncommand = '"
        + command
        + "'\ndeny_args = ["
        + denyArgs
        + "]\nreason = 'r'\n";
  }

  static List<Case> cases() {
    String sort = allow("'sort'");
    return List.of(
        warning(
            "unknown-program", "terminal.allowlist.commands[1]", "'frob'", allow("'ls', 'frob'")),
        warning("interpreter", "terminal.allowlist.commands[0]", "'sh' runs", allow("'sh'")),
        warning("launcher", "terminal.allowlist.commands[0]", "'env' starts", allow("'env'")),
        note("starts-programs", "terminal.allowlist.commands[0]", "'find' has", allow("'find'")),
        note("repeated", "terminal.allowlist.commands[1]", "'ls' stands", allow("'ls', 'ls'")),
        warning(
            "shadowed-allow",
            "terminal.allowlist.commands[0]",
            "deny wins",
            allow("'ls'") + "[terminal.denylist]\ncommands = ['ls']\n"),
        warning(
            "shadowed-rule",
            "terminal.rules[0]",
            "is on the denylist",
            allow("'ls'") + "[terminal.denylist]\ncommands = ['rm']\n" + rule("rm", "'-r'")),
        warning(
            "shadowed-rule",
            "terminal.rules[1].deny_args[0]",
            "never decides: terminal.rules[0].deny_args[0] denies '-a'",
            allow("'ls'") + rule("ls", "'-a'") + rule("ls", "'-a -b'")),
        warning(
            "shadowed-rule",
            "terminal.rules[0].deny_args[1]",
            "the order of words does not count",
            allow("'ls'") + rule("ls", "'x --all', '--all x'")),
        warning(
            "never-matches",
            "terminal.rules[0].deny_args[0]",
            "no command line may have",
            allow("'ls'") + rule("ls", "'a;b'")),
        warning(
            "denies-all",
            "terminal.rules[0].deny_args[0]",
            "denies every call",
            allow("'ls'") + rule("ls", "'ls'")),
        warning(
            "one-spelling",
            "terminal.rules[0].deny_args[0]",
            "'-o' is denied, and '--output', which means the same, is not",
            sort + rule("sort", "'-o'")),
        warning(
            "one-spelling",
            "terminal.rules[0].deny_args[0]",
            "'-rf' is denied, and '--recursive --force'",
            allow("'cp'") + rule("cp", "'-rf'")),
        warning(
            "warned-at-start",
            "terminal.rules[0].command",
            "'ps' is not on the allowlist",
            allow("'ls'") + rule("ps", "'x'")),
        new Case(
            Severity.ERROR,
            "example-fails",
            "terminal.examples[0]",
            "'rm x' gets POLICY_DENIED ('rm' is not on the allowlist",
            "[[terminal.examples]]\ncommand = 'rm x'\nexpect = 'OK'\n"),
        note("no-examples", "terminal", "nothing tests", allow("'ls'")),
        note("nothing-allowed", "terminal", "no command", allow("")),
        warning(
            "sandbox-off",
            "terminal.sandbox.mode",
            "the kernel",
            "[terminal.sandbox]\nmode = 'off'\n"),
        note(
            "network-open", "terminal.sandbox.network", "", "[terminal.sandbox]\nnetwork = true\n"),
        warning(
            "wide-grant",
            "terminal.sandbox.grants[0]",
            "'ls' may start '/bin/sh'",
            allow("'ls'") + "[[terminal.sandbox.grants]]\ncommand = 'ls'\nexecute = ['/bin/sh']\n"),
        warning(
            "missing-grant",
            "terminal.sandbox.grants[0]",
            "/absent",
            allow("'ls'") + "[[terminal.sandbox.grants]]\ncommand = 'ls'\nread = ['/absent']\n"),
        warning("redaction-off", "redaction.enabled", "", "[redaction]\nenabled = false\n"),
        warning(
            "shadowed-category",
            "files.categories.B",
            "'.pdf' belongs to 'A' already",
            "[files.categories]\nA = ['.pdf']\nB = ['.PDF']\n"),
        warning(
            "shadowed-skip",
            "files.skip[1]",
            "",
            """
            [[files.skip]]
            layer = 'protection'
            when = ['dotfile']
            reason = 'r'
            [[files.skip]]
            layer = 'restraint'
            when = ['dotfile']
            reason = 'r'
            """),
        note("no-categories", "files", "nothing moves", ""));
  }

  @BeforeEach
  void layOut() throws IOException {
    base = folder.toRealPath();
    for (String name : new String[] {"jail", "inbox", "state"}) {
      Files.createDirectory(base.resolve(name));
    }
  }

  private List<Finding> findings(String text) throws IOException {
    Files.writeString(base.resolve("policy.toml"), text);
    return switch (PolicyInspection.of(Optional.of("policy.toml"), Map.of(), base)) {
      case Inspecting.Inspected(PolicyInspection policy) ->
          PolicyReview.of(policy, Map.of("PATH", "/usr/bin:/bin"));
      case Inspecting.Refused(String reason) -> throw new AssertionError(reason);
    };
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatIsOddIsFoundAtItsPlace(Case one) throws IOException {
    String text = CLEAN + one.text();

    assertThat(findings(text))
        .filteredOn(finding -> finding.check().equals(one.check()))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(one.severity());
              assertThat(finding.key()).contains(one.key());
              assertThat(finding.what()).contains(one.what());
              assertThat(finding.fix()).isNotBlank();
              assertThat(finding.line().orElseThrow()).isBetween(2, (int) text.lines().count());
            });
  }

  @Test
  void aGoodPolicyHasNoFindingThatCounts() throws IOException {
    String good =
        CLEAN
            + allow("'ls', 'sort', 'find'")
            + rule("sort", "'-o', '--output'")
            + rule("find", "'-delete', '-exec', '-execdir'")
            + "[[terminal.examples]]\ncommand = 'ls'\nexpect = 'OK'\n"
            + "[files.categories]\nA = ['.pdf']\n";

    assertThat(findings(good)).filteredOn(finding -> finding.severity().counts()).isEmpty();
  }

  @Test
  void aServerThatWouldNotStartIsAnError() throws IOException {
    assertThat(findings("[terminal]\njail_root = 'absent'\n"))
        .first()
        .satisfies(
            finding -> {
              assertThat(finding.check()).isEqualTo("no-start");
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.what()).contains("does not exist");
            });
    assertThat(findings("[files]\nworkspace_root = 'inbox'\n"))
        .noneMatch(finding -> finding.check().equals("no-start"));
    assertThat(findings("")).anyMatch(finding -> finding.check().equals("no-start"));
  }

  @Test
  void overlappingAndBroadRootsAreFound() throws IOException {
    Files.createDirectory(base.resolve("jail/inner"));

    assertThat(findings(CLEAN.replace("\"inbox\"", "\"jail/inner\"")))
        .anyMatch(finding -> finding.check().equals("roots-overlap"));
    assertThat(
            findings(
                "[terminal]\njail_root = '/usr'\naudit_log = 1\n".replace("audit_log = 1\n", "")))
        .anyMatch(finding -> finding.check().equals("broad-root"));
  }

  @Test
  void whatOthersMayChangeIsFound() throws IOException {
    Files.setPosixFilePermissions(
        base.resolve("state"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(findings(CLEAN))
        .filteredOn(finding -> finding.check().equals("writable"))
        .anySatisfy(
            finding -> {
              assertThat(finding.key()).contains("audit_log");
              assertThat(finding.what())
                  .isEqualTo("the audit log's folder is writable by everyone");
            });
  }
}
