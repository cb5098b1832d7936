package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.Layer;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy file and the environment mean. */
class PolicyLoaderTests {
  @TempDir Path folder = Path.of("");
  private PolicyFixture fixture = new PolicyFixture(folder);

  @BeforeEach
  void layOut() {
    fixture = PolicyFixture.in(folder);
  }

  @Test
  void whatIsAbsentHasItsDefault() {
    Policy policy = PolicyFixture.policy(fixture.load(PolicyFixture.MINIMAL));
    assertThat(policy.source()).isEqualTo(fixture.file());
    assertThat(policy.audit())
        .isEqualTo(
            new AuditPolicy(
                fixture.path("conf/audit.jsonl"), AuditPolicy.FailMode.CLOSED, 67_108_864, 10));
    assertThat(policy.redaction()).isEqualTo(RedactionPolicy.standard());
    assertThat(policy.terminal())
        .contains(
            new TerminalPolicy(
                fixture.path("jail"),
                true,
                new TerminalPolicy.Limits(30, 65_536, 4, 0, 0, 0, 0),
                new SandboxPolicy(SandboxPolicy.Mode.AUTO, false, List.of()),
                List.of(),
                List.of(),
                List.of(),
                List.of()));
    assertThat(policy.files())
        .contains(
            new FilesPolicy(
                fixture.path("inbox"),
                fixture.path("conf/organizer-journal.json"),
                500,
                List.of(),
                List.of()));
  }

  @Test
  void whatIsSaidHolds() {
    Policy policy = PolicyFixture.policy(fixture.load(PolicyFixture.FULL));
    assertThat(policy.audit())
        .isEqualTo(
            new AuditPolicy(
                fixture.path("state/log.jsonl"), AuditPolicy.FailMode.OPEN, 1_048_576, 3));
    assertThat(policy.redaction().enabled()).isFalse();
    assertThat(policy.redaction().entropyFallback()).isTrue();
    assertThat(policy.redaction().extraPatterns())
        .singleElement()
        .satisfies(
            pattern -> {
              assertThat(pattern.name()).isEqualTo("internal-id");
              assertThat(pattern.pattern().matches("INT-12345678")).isTrue();
            });
    assertThat(policy.terminal())
        .contains(
            new TerminalPolicy(
                fixture.path("jail"),
                false,
                new TerminalPolicy.Limits(7, 1000, 2, 5, 1_073_741_824, 4096, 64),
                new SandboxPolicy(
                    SandboxPolicy.Mode.REQUIRED,
                    true,
                    List.of(
                        new SandboxPolicy.Grant(
                            "git",
                            List.of(Path.of("/usr/lib/git-core")),
                            List.of(Path.of("/etc/gitconfig")),
                            List.of(fixture.path("conf/cache"))))),
                List.of("ls", "git"),
                List.of("rm"),
                List.of(
                    new TerminalPolicy.ArgumentRule(
                        "git",
                        List.of("push --force", "push -f"),
                        "force-push rewrites shared history")),
                List.of(new TerminalPolicy.Example("git push --force", "POLICY_DENIED"))));
    assertThat(policy.files())
        .contains(
            new FilesPolicy(
                fixture.path("inbox"),
                fixture.path("state/journal.json"),
                9,
                List.of(
                    new FilesPolicy.Category("Documents", Set.of(".pdf", ".doc")),
                    new FilesPolicy.Category("My Pictures", Set.of(".png"))),
                List.of(
                    new FilesPolicy.SkipRule(
                        Layer.PROTECTION, Set.of(Label.UNSAFE_NAME), "never touched"),
                    new FilesPolicy.SkipRule(
                        Layer.RESTRAINT, Set.of(Label.DOTFILE, Label.INSTALLER), "left alone"))));
  }

  @Test
  void everyWayToWriteAKeyMeansTheSame() {
    Policy plain = PolicyFixture.policy(fixture.load(PolicyFixture.FULL));
    String other =
        """
        audit.keep = 3
        "audit".'keep' = 4
        """;
    assertThat(PolicyFixture.refusal(fixture.load(other))).contains("set twice");
    String dotted =
        PolicyFixture.FULL
            .replace("[terminal.denylist]\ncommands = [\"rm\"]\n", "")
            .replace(
                "contain_arguments = false",
                "contain_arguments = false\ndenylist.\"commands\" = [\n  'rm', # why\n]")
            .replace("timeout_seconds = 7", "timeout_seconds = 0x7")
            .replace("max_output_bytes = 1000", "max_output_bytes = 1_000")
            .replace("\n", "\r\n");
    Policy same = PolicyFixture.policy(fixture.load("\uFEFF" + dotted));
    assertThat(same.fingerprint()).isEqualTo(plain.fingerprint());
  }

  record Overriding(String variable, String value, String effect) {}

  static Stream<Overriding> overrides() {
    return Stream.of(
        new Overriding("SAFE_MCP_JAIL_ROOT", "other", "jail=other"),
        new Overriding("SAFE_MCP_WORKSPACE_ROOT", "other", "inbox=other"),
        new Overriding("SAFE_MCP_AUDIT_LOG", "state/env.jsonl", "log=state/env.jsonl"),
        new Overriding("SAFE_MCP_AUDIT_FAIL_MODE", "closed", "mode=CLOSED"),
        new Overriding("SAFE_MCP_FILES_JOURNAL", "state/env.json", "journal=state/env.json"));
  }

  @ParameterizedTest
  @MethodSource("overrides")
  void theEnvironmentWinsAndStartsFromTheWorkingDirectory(Overriding override) throws IOException {
    Files.createDirectory(fixture.path("other"));
    fixture.write(PolicyFixture.FULL);
    Policy before = PolicyFixture.policy(fixture.load(ServerKind.TERMINAL, Map.of()));
    Policy empty =
        PolicyFixture.policy(fixture.load(ServerKind.TERMINAL, Map.of(override.variable(), "")));
    assertThat(effects(empty)).as("an empty variable counts as unset").isEqualTo(effects(before));
    Policy after =
        PolicyFixture.policy(
            fixture.load(ServerKind.TERMINAL, Map.of(override.variable(), override.value())));
    List<String> changed =
        effects(after).stream().filter(effect -> !effects(before).contains(effect)).toList();
    assertThat(changed).containsExactly(override.effect());
    assertThat(after.fingerprint()).isNotEqualTo(before.fingerprint());
  }

  private List<String> effects(Policy policy) {
    return List.of(
        "jail=" + name(policy.terminal().orElseThrow().jailRoot()),
        "inbox=" + name(policy.files().orElseThrow().workspaceRoot()),
        "log=" + name(policy.audit().log()),
        "mode=" + policy.audit().failMode(),
        "journal=" + name(policy.files().orElseThrow().journal()));
  }

  private String name(Path path) {
    return fixture.base().relativize(path).toString();
  }

  @Test
  void configWinsOverTheEnvironmentsFile() throws IOException {
    fixture.write(PolicyFixture.MINIMAL);
    Files.writeString(fixture.path("broken.toml"), "nonsense = [");
    Map<String, String> environment = Map.of("SAFE_MCP_POLICY_FILE", "broken.toml");
    assertThat(fixture.load(ServerKind.TERMINAL, environment)).isInstanceOf(Loading.Loaded.class);
    assertThat(
            PolicyFixture.refusal(
                PolicyLoader.load(
                    ServerKind.TERMINAL, Optional.empty(), environment, fixture.base())))
        .startsWith("broken.toml:1:");
    assertThat(
            PolicyLoader.load(
                ServerKind.FILES,
                Optional.empty(),
                Map.of("SAFE_MCP_POLICY_FILE", fixture.file().toString()),
                Path.of("/")))
        .isInstanceOf(Loading.Loaded.class);
  }

  @Test
  void pathsOfALinkedFileStartFromTheFolderOfTheLink() throws IOException {
    Files.createDirectories(fixture.path("deployed/v7"));
    Files.createDirectory(fixture.path("deployed/jail"));
    Files.writeString(fixture.path("deployed/v7/real.toml"), "[terminal]\njail_root = \"jail\"\n");
    Files.createSymbolicLink(fixture.path("deployed/policy.toml"), Path.of("v7/real.toml"));
    Policy policy =
        PolicyFixture.policy(
            PolicyLoader.load(
                ServerKind.TERMINAL,
                Optional.of("deployed/policy.toml"),
                Map.of(),
                fixture.base()));
    assertThat(policy.terminal().orElseThrow().jailRoot()).isEqualTo(fixture.path("deployed/jail"));
    assertThat(policy.audit().log()).isEqualTo(fixture.path("deployed/audit.jsonl"));
    assertThat(policy.source()).isEqualTo(fixture.path("deployed/policy.toml"));
  }

  @Test
  void aRootIsTakenByItsRealName() throws IOException {
    Files.createSymbolicLink(fixture.path("alias"), fixture.path("jail"));
    Policy policy =
        PolicyFixture.policy(fixture.load(PolicyFixture.MINIMAL.replace("../jail", "../alias/.")));
    assertThat(policy.terminal().orElseThrow().jailRoot()).isEqualTo(fixture.path("jail"));
  }

  @Test
  void theOtherServersMissingRootIsNoReasonToRefuse() {
    fixture.write(PolicyFixture.FULL.replace("../inbox", "../absent"));
    assertThat(PolicyFixture.policy(fixture.load(ServerKind.TERMINAL, Map.of())).files()).isEmpty();
    assertThat(PolicyFixture.refusal(fixture.load(ServerKind.FILES, Map.of())))
        .contains("files.workspace_root does not exist");
    fixture.write("[terminal]\njail_root = \"../jail\"\n");
    assertThat(PolicyFixture.policy(fixture.load(ServerKind.TERMINAL, Map.of())).files()).isEmpty();
  }

  static Stream<Arguments> remarks() {
    return Stream.of(
        Arguments.of(
            "terminal.rules = [{ command = 'git', deny_args = ['x'], reason = 'r' }]",
            "conf/policy.toml:1:21: terminal.rules[0].command has no effect: 'git' is not on the"
                + " allowlist"),
        Arguments.of(
            "terminal.sandbox.grants = [{ command = 'git', execute = ['/usr/lib'] }]",
            "conf/policy.toml:1:30: terminal.sandbox.grants[0].command has no effect"),
        Arguments.of(
            """
            terminal.allowlist.commands = ["git"]
            terminal.sandbox.grants = [{ command = "git", write = ["."] }]
            """,
            "conf/policy.toml:2:47: terminal.sandbox.grants[0].write lets commands change"));
  }

  @ParameterizedTest
  @MethodSource("remarks")
  void whatHasNoEffectOrOpensAHoleIsNamed(String addition, String remark) {
    String roots = "terminal.jail_root = '../jail'\nfiles.workspace_root = '../inbox'\n";
    Loading loading = fixture.load(addition + "\n" + roots);
    assertThat(((Loading.Loaded) loading).warnings())
        .filteredOn(line -> !line.contains("is not enforced yet"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith(remark).doesNotContain("\n"));
  }

  @Test
  void aFolderInWhichEveryoneMayReplaceThePolicyIsNamed() throws Exception {
    Path conf = fixture.path("conf");
    for (String mode : List.of("0777", "1777", "0755")) {
      Process chmod = new ProcessBuilder("chmod", mode, conf.toString()).inheritIO().start();
      assertThat(chmod.waitFor(10, TimeUnit.SECONDS)).isTrue();
      Loading loading = fixture.load(PolicyFixture.MINIMAL);
      assertThat(((Loading.Loaded) loading).warnings())
          .as(mode)
          .hasSize(mode.equals("0777") ? 1 : 0)
          .allSatisfy(line -> assertThat(line).contains("everyone may replace the policy file"));
    }
  }

  @Test
  void aKeyThatNothingEnforcesIsNamed() {
    String text = "terminal.examples = [{ command = 'ls', expect = 'OK' }]\n";
    PolicyFile file = new PolicyFile("policy.toml", fixture.file(), fixture.file(), text);
    Section section = Section.of(((TomlReader.Reading.Read) TomlReader.read(text)).root());
    List<NotEnforcedYet> keys =
        List.of(
            new NotEnforcedYet(List.of("terminal"), "examples", "nothing checks them"),
            new NotEnforcedYet(List.of("terminal"), "rules", "nothing checks them"));
    assertThat(NotEnforcedYet.remarks(keys, section, new Faults(file)))
        .extracting(PolicyRemark::message)
        .containsExactly(
            "policy.toml:1:10: terminal.examples is not enforced yet: nothing checks them");
  }

  @Test
  void aPolicyThatSaysNothingOddHasNoRemark() {
    Loading loading = fixture.load(PolicyFixture.MINIMAL);
    assertThat(((Loading.Loaded) loading).warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INT-[0-9]{8}",
        "[a-z0-9_]{32,64}|[A-F]{1000}",
        "(?i)key=\\S{1,200}",
        "[]{9}]x",
        "\\Q((\\E"
      })
  void ordinaryPatternsAreTaken(String regex) {
    String text =
        PolicyFixture.MINIMAL
            + "[[redaction.extra_patterns]]\nname = 'own'\nregex = '"
            + regex
            + "'\n";
    assertThat(PolicyFixture.policy(fixture.load(text)).redaction().extraPatterns()).hasSize(1);
  }

  @Test
  void theCodesOfExamplesAreTheCodesOfResults() {
    assertThat(PolicySchema.RESULT_CODES)
        .containsExactlyElementsOf(Arrays.stream(ResultCode.values()).map(Enum::name).toList());
  }
}
