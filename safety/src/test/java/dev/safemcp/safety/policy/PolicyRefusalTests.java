package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Every reason not to start: one line that says what is wrong, where, and what to do. */
class PolicyRefusalTests {
  @TempDir Path folder = Path.of("");
  private PolicyFixture fixture = new PolicyFixture(folder);

  @BeforeEach
  void layOut() {
    fixture = PolicyFixture.in(folder);
  }

  /**
   * A fault in the file.
   *
   * @param was a line of {@link PolicyFixture#FULL}, or nothing to put {@code now} at the end
   * @param now what stands there instead
   * @param refusal how the message begins, after the file's name
   */
  record Fault(String was, String now, String refusal) {}

  private static Fault fault(String was, String now, String refusal) {
    return new Fault(was, now, refusal);
  }

  static final List<Fault> FAULTS =
      List.of(
          // Unknown keys.
          fault(
              "timeout_seconds = 7",
              "timeout_second = 7",
              ":14:1: unknown key 'terminal.limits.timeout_second': did you mean"
                  + " 'timeout_seconds'?"),
          fault(
              "audit_log =",
              "audit-log =",
              ":1:1: unknown key 'audit-log': did you mean 'audit_log'?"),
          fault(
              "[terminal.denylist]",
              "[terminal.denylst]",
              ":31:11: unknown key 'terminal.denylst': did you mean 'denylist'?"),
          fault(
              "network = true",
              "timeout_seconds = 3",
              ":23:1: unknown key 'terminal.sandbox.timeout_seconds': it belongs in"
                  + " [terminal.limits]"),
          fault(
              "keep = 3",
              "audit_fail_mode = 'open'",
              ":5:1: unknown key 'audit.audit_fail_mode': it belongs at the top of the file,"
                  + " before the first [table]"),
          fault(
              "extra_patterns = [{ name = \"internal-id\",",
              "extra_patterns = [{ naem = \"internal-id\",",
              ":9:21: unknown key 'redaction.extra_patterns[0].naem': did you mean 'name'?"),
          fault(
              "",
              "[files.skip.extra]\n",
              ":55:13: unknown key 'files.skip[1].extra': did you mean"),
          fault(
              "keep = 3",
              "\"kee\\np\" = 3",
              ": unknown key 'audit.'kee\\u000ap'': did you mean 'keep'?"),
          // Wrong types.
          fault(
              "timeout_seconds = 7",
              "timeout_seconds = \"7\"",
              ":14:1: terminal.limits.timeout_seconds must be a whole number, not a text"),
          fault(
              "timeout_seconds = 7",
              "timeout_seconds = 7.5",
              ":14:1: terminal.limits.timeout_seconds must be a whole number, not a number with a"
                  + " fraction"),
          fault(
              "enabled = false", "enabled = 'no'", ":7:1: redaction.enabled must be true or false"),
          fault(
              "audit_log = \"../state/log.jsonl\"",
              "audit_log = 1979-05-27",
              ":1:1: audit_log must be a text, not a date or time"),
          fault(
              "commands = [\"rm\"]",
              "commands = \"rm\"",
              ":32:1: terminal.denylist.commands must be a list of texts, not a text"),
          fault(
              "commands = [\"rm\"]",
              "commands = [\"rm\",\n 3]",
              ":33:2: terminal.denylist.commands[1] must be a text, not a whole number"),
          fault(
              "[[terminal.examples]]",
              "[terminal.examples]",
              ":37:11: terminal.examples must be a list of tables, not a table: write"
                  + " [[terminal.examples]]"),
          fault(
              "[audit]\nmax_bytes = 1048576\nkeep = 3\n",
              "audit = 3\n",
              ":3:1: audit must be a table, not a whole number"),
          // Numbers.
          fault(
              "timeout_seconds = 7",
              "timeout_seconds = 0",
              ":14:1: terminal.limits.timeout_seconds must be from 1 to 86400, not 0"),
          fault(
              "timeout_seconds = 7",
              "timeout_seconds = 86401",
              ":14:1: terminal.limits.timeout_seconds must be from 1 to"),
          fault(
              "timeout_seconds = 7",
              "timeout_seconds = 99999999999999999999",
              ":14:1: terminal.limits.timeout_seconds must be from 1 to 86400, not a number that"
                  + " large"),
          fault(
              "max_output_bytes = 1000",
              "max_output_bytes = 0",
              ":15:1: terminal.limits.max_output_bytes must be from 1 to 16777216"),
          fault(
              "max_concurrent = 2",
              "max_concurrent = -1",
              ":16:1: terminal.limits.max_concurrent must be from 0 to 1024 (0: no limit), not -1"),
          fault(
              "cpu_seconds = 5", "cpu_seconds = -1", ":17:1: terminal.limits.cpu_seconds must be"),
          fault(
              "memory_bytes = 1073741824",
              "memory_bytes = 512",
              ":18:1: terminal.limits.memory_bytes must be 0 (no limit) or from 1048576 to"),
          fault(
              "file_bytes = 4096", "file_bytes = -1", ":19:1: terminal.limits.file_bytes must be"),
          fault(
              "processes = 64", "processes = 4194305", ":20:1: terminal.limits.processes must be"),
          fault(
              "max_bytes = 1048576",
              "max_bytes = 1023",
              ":4:1: audit.max_bytes must be from 1024 to"),
          fault("keep = 3", "keep = -1", ":5:1: audit.keep must be from 0 to 1000"),
          fault(
              "max_plan_moves = 9",
              "max_plan_moves = 0",
              ":43:1: files.max_plan_moves must be from 1 to 100000"),
          // Words.
          fault(
              "audit_fail_mode = \"open\"",
              "audit_fail_mode = \"Open\"",
              ":2:1: audit_fail_mode must be 'closed' or 'open', not 'Open'"),
          fault(
              "mode = \"required\"",
              "mode = \"on\"",
              ":22:1: terminal.sandbox.mode must be 'required', 'auto' or 'off'"),
          fault(
              "layer = \"protection\"",
              "layer = \"protect\"",
              ":48:1: files.skip[0].layer must be 'protection' or 'restraint', not 'protect'"),
          fault(
              "\"unsafe-name\"",
              "\"unsafe-names\"",
              ":49:9: files.skip[0].when[0] must be 'unsafe-name', 'dotfile', 'hidden',"),
          fault(
              "expect = \"POLICY_DENIED\"",
              "expect = \"DENIED\"",
              ":39:1: terminal.examples[0].expect must be 'OK',"),
          // What an entry needs.
          fault(
              "layer = \"protection\"\n",
              "",
              ":47:1: files.skip[0] lacks the key 'layer': 'protection' or 'restraint'"),
          fault("when = [\"unsafe-name\"]\n", "", ":47:1: files.skip[0] lacks the key 'when'"),
          fault(
              "reason = \"left alone\"\n",
              "",
              ":51:1: files.skip[1] lacks the key 'reason': a text"),
          fault(
              "when = [\"unsafe-name\"]",
              "when = []",
              ":49:1: files.skip[0].when must not be empty"),
          fault(
              "reason = \"left alone\"",
              "reason = \" \"",
              ":54:1: files.skip[1].reason must not be empty"),
          fault(
              "reason = \"left alone\"",
              "reason = \"a\\nb\"",
              ":54:1: files.skip[1].reason must be one line"),
          fault(
              "reason = \"force-push rewrites shared history\"\n",
              "",
              ":33:1: terminal.rules[0] lacks the key 'reason'"),
          fault(
              "deny_args = [\"push --force\", \"push -f\"]",
              "deny_args = []",
              ":35:1: terminal.rules[0].deny_args must not be empty"),
          fault(
              "deny_args = [\"push --force\", \"push -f\"]",
              "deny_args = [\"push\", \"\"]",
              ":35:22: terminal.rules[0].deny_args[1] must not be empty"),
          fault(
              "command = \"git push --force\"\n",
              "",
              ":37:1: terminal.examples[0] lacks the key 'command'"),
          fault(
              "command = \"git\"\nexecute",
              "execute",
              ":24:1: terminal.sandbox.grants[0] lacks the key 'command'"),
          fault(
              ", regex = \"INT-[0-9]{8}\"",
              "", ":9:19: redaction.extra_patterns[0] lacks the key 'regex'"),
          // Names of commands.
          fault(
              "commands = [\"rm\"]",
              "commands = [\"/bin/rm\"]",
              ":32:13: terminal.denylist.commands[0] must be a bare name, without a folder, not"
                  + " '/bin/rm'"),
          fault(
              "commands = [\"ls\", \"git\"]",
              "commands = [\"ls -l\"]",
              ":30:13: terminal.allowlist.commands[0] must be the bare name of one command"),
          fault(
              "commands = [\"ls\", \"git\"]",
              "commands = [\"\"]",
              ":30:13: terminal.allowlist.commands[0] must not be empty"),
          fault(
              "commands = [\"ls\", \"git\"]",
              "commands = [\"..\"]",
              ":30:13: terminal.allowlist.commands[0] must be"),
          // Categories.
          fault(
              "Documents =",
              "\".hidden\" =",
              ":45:1: files.categories.'.hidden' must be named with one plain folder name"),
          fault("Documents =", "\"a/b\" =", ":45:1: files.categories.'a/b' must be named"),
          fault("Documents =", "\"..\" =", ":45:1: files.categories.'..' must be named"),
          fault("Documents =", "\"\" =", ":45:1: files.categories.'' must be named"),
          fault("Documents =", "\"a\\u202eb\" =", ": files.categories.'a\\u202eb' must be named"),
          fault(
              "\"My Pictures\" =",
              "documents =",
              ":46:1: files.categories.documents is the same folder as 'Documents'"),
          fault(
              "\"My Pictures\" =",
              "Documents =",
              ":46:1: bad TOML: the key 'files.categories.Documents' is set twice"),
          fault(
              "\".pdf\"",
              "\"pdf\"",
              ":45:14: files.categories.Documents[0] must begin with a dot, as in '.pdf'"),
          fault(
              "\".pdf\"",
              "\".tar.gz\"",
              ":45:14: files.categories.Documents[0] can never match: only the last suffix of a"
                  + " name counts, as in '.gz'"),
          fault(
              "\".pdf\"",
              "\".\"",
              ":45:14: files.categories.Documents[0] must be a dot and a suffix"),
          fault(
              "\".pdf\"",
              "\".p/f\"",
              ":45:14: files.categories.Documents[0] must be a dot and a suffix"),
          // Patterns.
          fault(
              "INT-[0-9]{8}",
              "([a-z",
              ":9:43: the regex of the pattern 'internal-id' cannot be used: missing closing ] in"
                  + " '[a-z' (RE2/J syntax: backreferences and lookaround are not supported)"),
          fault(
              "INT-[0-9]{8}",
              "(?=x)y",
              ":9:43: the regex of the pattern 'internal-id' cannot be used: invalid or unsupported"
                  + " Perl syntax"),
          fault(
              "INT-[0-9]{8}",
              "(a)\\\\1",
              ":9:43: the regex of the pattern 'internal-id' cannot be used: invalid escape"
                  + " sequence"),
          fault(
              "INT-[0-9]{8}",
              "a*",
              ":9:43: the regex of the pattern 'internal-id' cannot be used: it matches the empty"
                  + " text"),
          fault(
              "INT-[0-9]{8}",
              "\\\\b",
              ":9:43: the regex of the pattern 'internal-id' cannot be used: it matches the empty"
                  + " text"),
          fault(
              "INT-[0-9]{8}",
              "(((((a{30}){30}){30}){30}){30})",
              ":9:43: the regex of the pattern 'internal-id' cannot be used: its repetitions"
                  + " multiply"),
          fault(
              "INT-[0-9]{8}",
              "", ":9:43: redaction.extra_patterns[0].regex must have 1 to 2000 characters"),
          fault(
              "\"internal-id\"",
              "\"in]ternal\"",
              ":9:21: redaction.extra_patterns[0].name must be 1 to 64 of a-z, 0-9 and '-', not"
                  + " 'in]ternal': write 'in-ternal'"),
          fault(
              "\"internal-id\"",
              "\"Internal_ID\"",
              ":9:21: redaction.extra_patterns[0].name must be 1 to 64 of a-z, 0-9 and '-', not"
                  + " 'Internal_ID': write 'internal-id'"),
          fault(
              "\"internal-id\"",
              "\"\"",
              ":9:21: redaction.extra_patterns[0].name must be 1 to 64 of a-z, 0-9 and '-', not"
                  + " '': it stands in [REDACTED:name]"),
          // Paths.
          fault("\"../jail\"", "\"\"", ":11:1: terminal.jail_root must not be empty"),
          fault(
              "\"../jail\"",
              "\"~/jail\"",
              ":11:1: terminal.jail_root must be written out: '~' is not expanded"),
          fault(
              "\"../jail\"",
              "\"a\\u0000b\"",
              ":11:1: terminal.jail_root is no path on this system: 'a\\u0000b'"),
          fault(
              "write = [\"cache\"]",
              "write = [\"\"]",
              ":28:10: terminal.sandbox.grants[0].write[0] must not be empty"),
          // Roots.
          fault(
              "jail_root = \"../jail\"\n",
              "",
              ":10:2: terminal.jail_root is not set: set it in the file or in SAFE_MCP_JAIL_ROOT to"
                  + " the folder that commands may use"),
          fault(
              "\"../jail\"", "\"../absent\"", ":11:1: terminal.jail_root does not exist: create '"),
          fault(
              "\"../jail\"", "\"policy.toml\"", ":11:1: terminal.jail_root is not a directory: '"),
          fault(
              "\"../jail\"",
              "\"/\"",
              ":11:1: terminal.jail_root must not be the whole file system"),
          fault(
              "\"../jail\"",
              "\"/proc/..\"",
              ":11:1: terminal.jail_root must not be the whole file system"),
          fault(
              "\"../inbox\"",
              "\"/\"",
              ":41:1: files.workspace_root must not be the whole file system"),
          // What must stay out of the roots, those of the other server included.
          fault("../state/log.jsonl", "../jail/log.jsonl", ":1:1: audit_log '"),
          fault("../state/log.jsonl", "../inbox/sub/log.jsonl", ":1:1: audit_log '"),
          fault("../state/log.jsonl", "../jail", ":1:1: audit_log '"),
          fault("../state/journal.json", "../jail/journal.json", ":42:1: files.journal '"),
          fault("../state/journal.json", "../inbox/journal.json", ":42:1: files.journal '"),
          fault(
              "../state/journal.json",
              "../state/log.jsonl",
              ": audit_log and files.journal name one file"),
          fault("../state/log.jsonl", "policy.toml", ": audit_log names the policy file itself"),
          fault(
              "../state/journal.json",
              "policy.toml",
              ": files.journal names the policy file itself"),
          fault("\"../inbox\"", "\"..\"", ": the policy file lies inside files.workspace_root"));

  @ParameterizedTest
  @FieldSource("FAULTS")
  void aFaultIsNamedWithItsPlace(Fault fault) {
    assertThat(PolicyFixture.FULL).contains(fault.was());
    String text =
        fault.was().isEmpty()
            ? PolicyFixture.FULL + fault.now()
            : PolicyFixture.FULL.replaceFirst(
                Pattern.quote(fault.was()), Matcher.quoteReplacement(fault.now()));
    String reason = PolicyFixture.refusal(fixture.load(text));
    assertThat(reason).startsWith("conf/policy.toml" + fault.refusal()).doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "SAFE_MCP_JAIL_ROOT,      absent, terminal.jail_root) does not exist",
    "SAFE_MCP_JAIL_ROOT,      /, terminal.jail_root) must not be the whole file system",
    "SAFE_MCP_JAIL_ROOT,      ~/jail, must be written out",
    "SAFE_MCP_WORKSPACE_ROOT, /, files.workspace_root) must not be the whole file system",
    "SAFE_MCP_AUDIT_LOG,      jail/a.jsonl, audit_log) '",
    "SAFE_MCP_AUDIT_FAIL_MODE, shut, audit_fail_mode) must be 'closed' or 'open'",
    "SAFE_MCP_FILES_JOURNAL,  inbox/j.json, files.journal) '",
  })
  void aFaultOfTheEnvironmentNamesTheVariable(String variable, String value, String refusal) {
    fixture.write(PolicyFixture.FULL);
    assertThat(PolicyFixture.refusal(fixture.load(ServerKind.TERMINAL, Map.of(variable, value))))
        .startsWith(variable)
        .contains(refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "'audit_log = \"x\"\nthis is not toml\n', ':2:5: bad TOML: neither a key nor a value'",
    "'audit_log = /srv/x', ':1:13: bad TOML: neither a key nor a value (a text needs quotes)'",
    "'audit_log = \"C:\\Users\"', ':1:16: bad TOML: an unknown escape'",
    "'a = 1\n\n# c\na = 2\n\nb = 3\n', ':4:1: bad TOML: the key ''a'' is set twice'",
    "'[audit]\nkeep = 1\n[files]\n[audit]\n', ':4:7: bad TOML: table redefined'",
    "'a = [1,', ':1:8: bad TOML: the file ends too early'",
    "'a = 2026-13-45', ': bad TOML: a value that cannot be read'",
  })
  void badTomlSaysWhere(String text, String refusal) {
    assertThat(PolicyFixture.refusal(fixture.load(text))).startsWith("conf/policy.toml" + refusal);
  }

  @Test
  void noPolicyAtAllNamesBothWaysToGiveOne() {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("SAFE_MCP_POLICY_FILE", ""))) {
      assertThat(refusal(Optional.empty(), environment))
          .isEqualTo("no policy file: name one with --config or in SAFE_MCP_POLICY_FILE");
    }
    assertThat(refusal(Optional.of(""), Map.of("SAFE_MCP_POLICY_FILE", "conf/policy.toml")))
        .isEqualTo("--config is empty: name a policy file");
  }

  private String refusal(Optional<String> config, Map<String, String> environment) {
    fixture.write(PolicyFixture.FULL);
    return PolicyFixture.refusal(
        PolicyLoader.load(ServerKind.TERMINAL, config, environment, fixture.base()));
  }

  @ParameterizedTest
  @CsvSource({
    "nowhere.toml,          nowhere.toml: no such file: --config must name a policy file",
    "conf/policy.toml/x,    conf/policy.toml/x: ",
    "conf,                  conf: not a regular file",
    "/dev/null,             /dev/null: not a regular file",
    "dangling,              dangling: no such file",
    "circle,                circle: cannot be read",
    "/proc/self/mem,        /proc/self/mem: ",
    "'no\nwhere',           'no\\u000awhere: no such file'",
  })
  void whatIsNoReadableFileIsRefused(String config, String refusal) throws IOException {
    Files.createSymbolicLink(fixture.path("dangling"), Path.of("nothing"));
    Files.createSymbolicLink(fixture.path("circle"), Path.of("circle"));
    assertThat(refusal(Optional.of(config), Map.of())).startsWith(refusal).doesNotContain("\n");
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeWithoutAWriterIsRefusedAndNotWaitedFor() throws IOException, InterruptedException {
    Path pipe = fixture.path("pipe");
    Process process = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(pipe).exists();
    assertThat(refusal(Optional.of("pipe"), Map.of())).startsWith("pipe: not a regular file");
  }

  @Test
  void aFileOverOneMebibyteIsRefused() throws IOException {
    String most = PolicyFixture.MINIMAL + "#".repeat((1 << 20) - PolicyFixture.MINIMAL.length());
    assertThat(PolicyFixture.policy(fixture.load(most)).terminal()).isPresent();
    assertThat(PolicyFixture.refusal(fixture.load(most + "#"))).contains("larger than 1048576");
  }

  @Test
  void whatIsNotUtf8IsRefusedWithItsLine() throws IOException {
    Files.write(
        fixture.file(), "audit_log = 'a'\n# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(PolicyFixture.refusal(fixture.load(ServerKind.TERMINAL, Map.of())))
        .startsWith("conf/policy.toml:2: not UTF-8");
  }

  @Test
  void aFileThatEveryoneMayWriteIsRefused() throws IOException {
    fixture.write(PolicyFixture.FULL);
    Files.setPosixFilePermissions(fixture.file(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(PolicyFixture.refusal(fixture.load(ServerKind.TERMINAL, Map.of())))
        .isEqualTo(
            "conf/policy.toml: writable by everyone, so that anybody could change the rules: run"
                + " chmod o-w");
    Files.setPosixFilePermissions(fixture.file(), PosixFilePermissions.fromString("rw-rw-r--"));
    PolicyFixture.policy(fixture.load(ServerKind.TERMINAL, Map.of()));
  }

  /**
   * Files whose names keep out of the root and whose ways do not.
   *
   * @param link where a link is made
   * @param target where it leads
   * @param log the audit log that the policy names
   */
  record Detour(String link, String target, String log) {}

  static final List<Detour> DETOURS =
      List.of(
          new Detour("alias", "jail", "../alias/log.jsonl"),
          new Detour("alias", "jail", "../jail/../alias/log.jsonl"),
          new Detour("alias", "jail", "../alias/absent/log.jsonl"),
          new Detour("state/log.jsonl", "../jail/log.jsonl", "../state/log.jsonl"),
          new Detour("alias", "state/second", "../alias/log.jsonl"),
          // Outside, but by a link that the agent can turn.
          new Detour("jail/out", "../state", "../jail/out/log.jsonl"),
          new Detour("alias", "jail/../state", "../jail/sub/../../alias/log.jsonl"),
          new Detour("circle", "circle", "../circle/log.jsonl"));

  @ParameterizedTest
  @FieldSource("DETOURS")
  void noLinkLeadsTheRecordsIntoARoot(Detour detour) throws IOException {
    Files.createSymbolicLink(fixture.path("state/second"), Path.of("../jail"));
    Files.createSymbolicLink(fixture.path(detour.link()), Path.of(detour.target()));
    String text = PolicyFixture.FULL.replace("../state/log.jsonl", detour.log());
    assertThat(PolicyFixture.refusal(fixture.load(text)))
        .startsWith("conf/policy.toml:1:1: audit_log '");
  }

  @Test
  void aRootThatIsNamedByALinkIsKeptCleanByItsRealName() throws IOException {
    Files.createSymbolicLink(fixture.path("alias"), Path.of("jail"));
    Files.createSymbolicLink(fixture.path("jail/out"), Path.of("../state"));
    String text =
        PolicyFixture.FULL
            .replace("\"../jail\"", "\"../alias\"")
            .replace("../state/log.jsonl", "../jail/out/log.jsonl");
    assertThat(PolicyFixture.refusal(fixture.load(text)))
        .contains("lies inside terminal.jail_root");
  }

  @Test
  void aRootThatTheEnvironmentOverridesStillKeepsTheRecordsOut() throws IOException {
    Files.createDirectory(fixture.path("other"));
    fixture.write(PolicyFixture.FULL.replace("../state/log.jsonl", "../jail/log.jsonl"));
    assertThat(
            PolicyFixture.refusal(
                fixture.load(
                    ServerKind.TERMINAL,
                    Map.of("SAFE_MCP_JAIL_ROOT", fixture.path("other").toString()))))
        .contains("lies inside terminal.jail_root");
  }

  @Test
  void aMissingRootOfTheOtherServerStillKeepsTheRecordsOut() {
    String text =
        PolicyFixture.FULL
            .replace("../inbox", "../absent")
            .replace("../state/log.jsonl", "../absent/log.jsonl");
    assertThat(PolicyFixture.refusal(fixture.load(text)))
        .contains("lies inside files.workspace_root");
  }

  @Test
  void aPolicyFileThatALinkPutsWithinTheAgentsReachIsRefused() throws IOException {
    Files.writeString(fixture.path("jail/rules.toml"), PolicyFixture.FULL);
    Files.createSymbolicLink(fixture.path("conf/policy.toml"), Path.of("../jail/rules.toml"));
    assertThat(PolicyFixture.refusal(fixture.load(ServerKind.TERMINAL, Map.of())))
        .contains("the policy file lies inside terminal.jail_root");
    Files.delete(fixture.path("jail/rules.toml"));
    Files.writeString(fixture.path("state/rules.toml"), PolicyFixture.FULL);
    Files.createSymbolicLink(fixture.path("jail/rules.toml"), Path.of("../state/rules.toml"));
    assertThat(PolicyFixture.refusal(fixture.load(ServerKind.TERMINAL, Map.of())))
        .as("a link on the way that the agent can turn")
        .contains("the policy file lies inside terminal.jail_root");
  }

  @Test
  void aSiblingOfTheRootIsOutside() throws IOException {
    Files.createDirectory(fixture.path("jail_evil"));
    String text = PolicyFixture.FULL.replace("../state/log.jsonl", "../jail_evil/log.jsonl");
    assertThat(PolicyFixture.policy(fixture.load(text)).audit().log())
        .isEqualTo(fixture.path("jail_evil/log.jsonl"));
  }
}
