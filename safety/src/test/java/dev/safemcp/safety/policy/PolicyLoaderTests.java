package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the loader takes, what it refuses, and that every refusal says what, where and what to do.
 */
class PolicyLoaderTests {
  private static final String WHOLE =
      """
      audit_log = "state/audit.jsonl"
      audit_fail_mode = "closed"
      [audit]
      max_bytes = 4096
      keep = 3
      [redaction]
      enabled = true
      entropy_fallback = false
      extra_patterns = [{ name = "internal-id", regex = "INT-[0-9]{8}" }]
      [terminal]
      jail_root = "root"
      contain_arguments = true
      [terminal.limits]
      timeout_seconds = 30
      max_output_bytes = 65536
      max_concurrent = 4
      cpu_seconds = 0
      memory_bytes = 0
      file_bytes = 0
      processes = 0
      [terminal.sandbox]
      mode = "auto"
      network = false
      [[terminal.sandbox.grants]]
      command = "git"
      execute = ["/usr/lib/git-core"]
      read = []
      write = []
      [terminal.allowlist]
      commands = ["ls", "git"]
      [terminal.denylist]
      commands = ["rm"]
      [[terminal.rules]]
      command = "git"
      deny_args = ["push --force"]
      reason = "no"
      [[terminal.examples]]
      command = "git push --force"
      expect = "POLICY_DENIED"
      [files]
      workspace_root = "inbox"
      journal = "state/journal.json"
      max_plan_moves = 500
      [files.categories]
      Documents = [".pdf", ".doc"]
      [[files.skip]]
      layer = "protection"
      when = ["unsafe-name"]
      reason = "why"
      """;

  @TempDir Path folder;

  @BeforeEach
  void makeFolders() throws IOException {
    for (String name : new String[] {"root", "inbox", "state"}) {
      Files.createDirectory(folder.resolve(name));
    }
  }

  private Loading load(String text, ServerKind kind, Map<String, String> environment)
      throws IOException {
    Path file = Files.writeString(folder.resolve("policy.toml"), text);
    return PolicyLoader.load(kind, Optional.of(file.toString()), environment, folder);
  }

  private Policy loaded(String text, ServerKind kind, Map<String, String> environment)
      throws IOException {
    return switch (load(text, kind, environment)) {
      case Loading.Loaded loaded -> loaded.policy();
      case Loading.Refused refused -> throw new AssertionError(refused.reason());
    };
  }

  private static String refused(Loading loading) {
    return switch (loading) {
      case Loading.Loaded loaded -> throw new AssertionError("loaded: " + loaded.policy());
      case Loading.Refused refused -> refused.reason();
    };
  }

  @Test
  void aWholePolicyLoadsForBothServers() throws IOException {
    Path real = folder.toRealPath();
    for (ServerKind kind : ServerKind.values()) {
      Policy policy = loaded(WHOLE, kind, Map.of());
      assertThat(policy.terminal().orElseThrow().jailRoot()).isEqualTo(real.resolve("root"));
      assertThat(policy.files().orElseThrow().workspaceRoot()).isEqualTo(real.resolve("inbox"));
      assertThat(policy.audit().log()).isEqualTo(folder.resolve("state/audit.jsonl"));
      assertThat(policy.audit().keep()).isEqualTo(3);
      assertThat(policy.fingerprint()).matches("[0-9a-f]{64}");
    }
  }

  @Test
  void whatIsLeftOutHasTheContractsDefaults() throws IOException {
    Policy policy = loaded("[terminal]\njail_root = \"root\"\n", ServerKind.TERMINAL, Map.of());
    TerminalPolicy terminal = policy.terminal().orElseThrow();
    assertThat(policy.audit().failMode()).isEqualTo(AuditPolicy.FailMode.CLOSED);
    assertThat(policy.audit().maxBytes()).isEqualTo(67_108_864);
    assertThat(policy.audit().keep()).isEqualTo(10);
    assertThat(policy.redaction()).isEqualTo(RedactionPolicy.standard());
    assertThat(terminal.containArguments()).isTrue();
    assertThat(terminal.limits()).isEqualTo(new TerminalPolicy.Limits(30, 65_536, 4, 0, 0, 0, 0));
    assertThat(terminal.sandbox().mode()).isEqualTo(SandboxPolicy.Mode.AUTO);
    assertThat(terminal.sandbox().network()).isFalse();
    assertThat(terminal.allowed()).isEmpty();
    assertThat(policy.files()).isEmpty();
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          timeout_seconds = 30            | timeout_second = 30                   | 'terminal.limits.timeout_second' is no known key (did you mean 'timeout_seconds'?)
          [terminal.limits]               | [terminal.limit]                      | 'terminal.limit' is no known key (did you mean 'limits'?)
          timeout_seconds = 30            | timeout_seconds = 0                   | out of range: it must be from 1 to 86400
          timeout_seconds = 30            | timeout_seconds = "30"                | must be a whole number
          timeout_seconds = 30            | timeout_seconds = 3.5                 | must be a whole number
          timeout_seconds = 30            | timeout_seconds = 99999999999999999999999 | out of range
          max_output_bytes = 65536        | max_output_bytes = 0                  | out of range
          processes = 0                   | processes = -1                        | out of range
          keep = 3                        | keep = -1                             | 'audit.keep' is -1, which is out of range
          audit_fail_mode = "closed"      | audit_fail_mode = "shut"              | must be one of closed, open
          contain_arguments = true        | contain_arguments = "yes"             | 'terminal.contain_arguments' must be true or false
          mode = "auto"                   | mode = "maybe"                        | must be one of required, auto, off
          regex = "INT-[0-9]{8}"          | regex = "([a-z"                       | of 'internal-id' is no pattern
          regex = "INT-[0-9]{8}"          | regex = "(a)\\\\1"                    | backreferences and lookaround are not supported
          regex = "INT-[0-9]{8}"          | regex = "x*"                          | matches the empty text
          name = "internal-id"            | name = "Internal ID"                  | use lower-case letters
          jail_root = "root"              | # nothing                             | 'terminal.jail_root' is not set
          jail_root = "root"              | jail_root = "absent"                  | does not exist
          jail_root = "root"              | jail_root = "policy.toml"             | which is no directory
          jail_root = "root"              | jail_root = "/"                       | 'terminal.jail_root' is '/'
          jail_root = "root"              | jail_root = "/usr/.."                 | 'terminal.jail_root' is '/'
          jail_root = "root"              | jail_root = ""                        | 'terminal.jail_root' is empty
          audit_log = "state/audit.jsonl" | audit_log = "root/audit.jsonl"        | 'audit_log' is
          audit_log = "state/audit.jsonl" | audit_log = "inbox/a/b.jsonl"         | lies inside the root
          audit_log = "state/audit.jsonl" | audit_log = "root/../root/a.jsonl"    | lies inside the root
          journal = "state/journal.json"  | journal = "root/journal.json"         | 'files.journal' is
          jail_root = "root"              | jail_root = "."                       | lies inside the root
          commands = ["ls", "git"]        | commands = "ls"                       | must be a list
          commands = ["ls", "git"]        | commands = ["/bin/ls"]                | write a program's bare name
          commands = ["ls", "git"]        | commands = ["ls -l"]                  | write a program's bare name
          deny_args = ["push --force"]    | deny_args = []                        | must hold at least one string of words
          reason = "no"                   | # none                                | 'terminal.rules[0].reason' is missing
          expect = "POLICY_DENIED"        | expect = "DENIED"                     | must be one of
          layer = "protection"            | # none                                | 'files.skip[0].layer' is missing
          layer = "protection"            | layer = "protect"                     | unknown word 'protect' (did you mean 'protection'?)
          when = ["unsafe-name"]          | when = ["unsafe-names"]               | unknown word 'unsafe-names' (did you mean 'unsafe-name'?)
          when = ["unsafe-name"]          | when = []                             | 'files.skip[0].when' is missing or empty
          reason = "why"                  | # none                                | 'files.skip[0].reason' is missing
          Documents = [".pdf", ".doc"]    | Documents = ["pdf"]                   | an extension is a dot
          Documents = [".pdf", ".doc"]    | ".hidden" = [".pdf"]                  | is no folder name
          Documents = [".pdf", ".doc"]    | "a/b" = [".pdf"]                      | is no folder name
          [files]                         | [files                                | this is no TOML
          """)
  void everyFaultIsRefusedWithItsKey(String find, String replace, String said) throws IOException {
    assertThat(WHOLE).contains(find);
    String reason = refused(load(WHOLE.replace(find, replace), ServerKind.TERMINAL, Map.of()));
    assertThat(reason).contains(said).startsWith("'").hasLineCount(1);
    assertThat(reason).contains("policy.toml");
  }

  @Test
  void aFaultSaysItsLine() throws IOException {
    String text = WHOLE.replace("timeout_seconds = 30", "timeout_seconds = 0");
    long line = text.lines().takeWhile(l -> !l.startsWith("timeout_seconds")).count() + 1;
    assertThat(refused(load(text, ServerKind.TERMINAL, Map.of()))).contains("line " + line + ":");
    assertThat(
            refused(load("audit_log = \"x\"\nthis is not toml\n", ServerKind.TERMINAL, Map.of())))
        .contains("line 2, column ");
  }

  @Test
  void aLineThatIsNotCertainIsNotSaid() {
    assertThat(KeyLocator.line("a = '''\n[t]\nk = 1\n'''\n[t]\nk = 2\n", "t.k")).isEmpty();
    assertThat(KeyLocator.line("[[t]]\nk = 1\n[[t]]\nk = 2\n", "t[1].k")).hasValue(4);
    assertThat(KeyLocator.line("t = { k = 1 }\n", "t.k")).isEmpty();
  }

  @Test
  void theCommandLineWinsOverTheEnvironmentAndAnEmptyVariableIsUnset() throws IOException {
    Path good = Files.writeString(folder.resolve("good.toml"), WHOLE);
    Map<String, String> broken =
        Map.of("SAFE_MCP_POLICY_FILE", folder.resolve("absent").toString());
    assertThat(PolicyLoader.load(ServerKind.TERMINAL, Optional.of(good.toString()), broken, folder))
        .isInstanceOf(Loading.Loaded.class);
    assertThat(
            PolicyLoader.load(
                ServerKind.TERMINAL,
                Optional.empty(),
                Map.of("SAFE_MCP_POLICY_FILE", "good.toml"),
                folder))
        .as("relative to the working directory")
        .isInstanceOf(Loading.Loaded.class);
    String reason =
        refused(
            PolicyLoader.load(
                ServerKind.TERMINAL, Optional.empty(), Map.of("SAFE_MCP_POLICY_FILE", ""), folder));
    assertThat(reason).contains("--config").contains("SAFE_MCP_POLICY_FILE");
  }

  @Test
  void theEnvironmentOverridesTheFile() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Map<String, String> environment = new HashMap<>();
    environment.put("SAFE_MCP_JAIL_ROOT", "other");
    environment.put("SAFE_MCP_WORKSPACE_ROOT", "");
    environment.put("SAFE_MCP_AUDIT_LOG", folder.resolve("elsewhere.jsonl").toString());
    environment.put("SAFE_MCP_AUDIT_FAIL_MODE", "open");
    environment.put("SAFE_MCP_FILES_JOURNAL", "j.json");
    Policy policy = loaded(WHOLE, ServerKind.TERMINAL, environment);
    assertThat(policy.terminal().orElseThrow().jailRoot()).isEqualTo(other.toRealPath());
    assertThat(policy.files().orElseThrow().workspaceRoot())
        .isEqualTo(folder.resolve("inbox").toRealPath());
    assertThat(policy.files().orElseThrow().journal()).isEqualTo(folder.resolve("j.json"));
    assertThat(policy.audit().log()).isEqualTo(folder.resolve("elsewhere.jsonl"));
    assertThat(policy.audit().failMode()).isEqualTo(AuditPolicy.FailMode.OPEN);
    environment.put("SAFE_MCP_AUDIT_FAIL_MODE", "ajar");
    assertThat(refused(load(WHOLE, ServerKind.TERMINAL, environment)))
        .contains("SAFE_MCP_AUDIT_FAIL_MODE is 'ajar'");
  }

  @Test
  void theOtherServersRootNeedNotExistButIsABorderAllTheSame() throws IOException {
    String text = WHOLE.replace("workspace_root = \"inbox\"", "workspace_root = \"not-yet\"");
    assertThat(loaded(text, ServerKind.TERMINAL, Map.of()).files()).isEmpty();
    assertThat(
            refused(
                load(
                    text.replace("state/audit.jsonl", "not-yet/audit.jsonl"),
                    ServerKind.TERMINAL,
                    Map.of())))
        .contains("lies inside the root");
    assertThat(refused(load(text, ServerKind.FILES, Map.of()))).contains("does not exist");
  }

  @Test
  void aLinkCannotCarryTheLogOrThePolicyIntoARoot() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("root"));
    assertThat(
            refused(
                load(
                    WHOLE.replace("state/audit.jsonl", "root/../link/audit.jsonl"),
                    ServerKind.TERMINAL,
                    Map.of())))
        .contains("lies inside the root");
    Path inside =
        Files.writeString(
            folder.resolve("root/policy.toml"),
            WHOLE.replace("\"root\"", "\"" + folder.resolve("root") + "\""));
    assertThat(
            refused(
                PolicyLoader.load(
                    ServerKind.TERMINAL, Optional.of(inside.toString()), Map.of(), folder)))
        .contains("could edit its own rules");
  }

  @Test
  void aPolicyThatEveryoneMayWriteIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("policy.toml"), WHOLE);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));
    assertThat(
            refused(
                PolicyLoader.load(
                    ServerKind.TERMINAL, Optional.of(file.toString()), Map.of(), folder)))
        .contains("writable by everyone");
  }

  @Test
  void whatIsNoRegularFileIsRefusedWithoutWaiting() throws Exception {
    Path fifo = folder.resolve("fifo");
    Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
    assertThat(made.waitFor(10, TimeUnit.SECONDS)).isTrue();
    for (Path path : new Path[] {fifo, folder, Path.of("/dev/zero")}) {
      assertThat(
              refused(
                  PolicyLoader.load(
                      ServerKind.TERMINAL, Optional.of(path.toString()), Map.of(), folder)))
          .contains("is no regular file");
    }
    Path big = Files.writeString(folder.resolve("big.toml"), "# " + "x".repeat(1 << 20));
    assertThat(
            refused(
                PolicyLoader.load(
                    ServerKind.TERMINAL, Optional.of(big.toString()), Map.of(), folder)))
        .contains("bigger than 1 MiB");
  }

  @Test
  void whatIsAcceptedButHardlyMeantIsAWarning() throws IOException {
    String text = WHOLE.replace("commands = [\"ls\", \"git\"]", "commands = [\"ls\", \"rm\"]");
    assertThat(load(text, ServerKind.TERMINAL, Map.of()))
        .isInstanceOfSatisfying(
            Loading.Loaded.class,
            loaded ->
                assertThat(loaded.warnings())
                    .anyMatch(line -> line.contains("'rm' is on both lists"))
                    .anyMatch(line -> line.contains("a rule is about 'git'"))
                    .anyMatch(line -> line.contains("a grant is for 'git'")));
  }

  @Test
  void equalDecisionsHaveOneFingerprintAndEveryValueChangesIt() throws IOException {
    String print = loaded(WHOLE, ServerKind.TERMINAL, Map.of()).fingerprint();
    String relaid = "# a comment\n" + WHOLE.replace(" = ", "=").replace("\n[", "\n\n[");
    assertThat(loaded(relaid, ServerKind.TERMINAL, Map.of()).fingerprint()).isEqualTo(print);
    for (String[] change :
        new String[][] {
          {"audit_fail_mode = \"closed\"", "audit_fail_mode = \"open\""},
          {"max_bytes = 4096", "max_bytes = 4097"},
          {"keep = 3", "keep = 4"},
          {"entropy_fallback = false", "entropy_fallback = true"},
          {"INT-", "EXT-"},
          {"contain_arguments = true", "contain_arguments = false"},
          {"timeout_seconds = 30", "timeout_seconds = 31"},
          {"cpu_seconds = 0", "cpu_seconds = 1"},
          {"network = false", "network = true"},
          {"/usr/lib/git-core", "/usr/lib/git"},
          {"[\"ls\", \"git\"]", "[\"ls\", \"git\", \"cat\"]"},
          {"[\"rm\"]", "[]"},
          {"push --force", "push -f"},
          {"max_plan_moves = 500", "max_plan_moves = 501"},
          {"\".pdf\", \".doc\"", "\".pdf\""},
          {"protection", "restraint"}
        }) {
      String changed = WHOLE.replace(change[0], change[1]);
      assertThat(changed).isNotEqualTo(WHOLE);
      assertThat(loaded(changed, ServerKind.TERMINAL, Map.of()).fingerprint())
          .as(change[1])
          .isNotEqualTo(print);
    }
  }
}
