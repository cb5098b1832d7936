package dev.safemcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.safemcp.safety.audit.AuditLog;
import dev.safemcp.safety.audit.Outcome;
import dev.safemcp.safety.audit.Permit;
import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTests {
  private static final String NO_RECORD = "0".repeat(64);
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void writeALog() {
    write(ServerKind.TERMINAL, "run_command", "cat a", ResultCode.OK);
    write(ServerKind.TERMINAL, "run_command", "rm -rf b", ResultCode.POLICY_DENIED);
    write(ServerKind.FILES, "move_file", "", ResultCode.PATH_ESCAPE);
  }

  private void write(ServerKind server, String action, String command, ResultCode code) {
    AuditPolicy policy =
        new AuditPolicy(folder.resolve("audit.jsonl"), AuditPolicy.FailMode.CLOSED, 64L << 20, 3);
    if (!(AuditLog.open(policy, server, "0".repeat(64), line -> {})
        instanceof AuditLog.Opening.Opened opened)) {
      throw new AssertionError("no log");
    }
    try (AuditLog log = opened.log()) {
      String request = command.isEmpty() ? "{}" : "{\"command\":\"" + command + "\"}";
      Permit permit = (Permit) log.attempt(action, REDACTOR.line(request));
      OptionalInt status = code == ResultCode.OK ? OptionalInt.of(0) : OptionalInt.empty();
      log.outcome(permit, new Outcome(code, REDACTOR.line("since so"), status, 7, false));
    }
  }

  private Invocation audit(String... arguments) {
    return Invocation.of(
        folder, Stream.concat(Stream.of("audit"), Stream.of(arguments)).toArray(String[]::new));
  }

  private JsonNode json(String... arguments) throws IOException {
    return JSON.readTree(audit(arguments).out());
  }

  private void edit(int line, String from, String to) throws IOException {
    Path log = folder.resolve("audit.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(log));
    lines.set(line - 1, lines.get(line - 1).replace(from, to));
    Files.writeString(log, String.join("\n", lines) + "\n");
  }

  @Test
  void aWholeLogIsIntactAndItsHeadIsPrinted() throws IOException {
    Invocation said = audit("verify", "audit.jsonl");
    String head = json("verify", "--json", "audit.jsonl").path("head").asText();

    assertThat(said.status()).isZero();
    assertThat(said.out())
        .isEqualTo("intact: 6 records from number 1 on\nhead: " + head + "\n")
        .doesNotContain("\u001b");
    assertThat(audit("verify", "--expect-head", head, "audit.jsonl").out())
        .contains("0 of them came after the head that was expected");
  }

  @Test
  void theFirstDefectIsNamedAndTheStatusIsOne() throws IOException {
    edit(3, "run_command", "run_commanD");

    Invocation said = audit("verify", "audit.jsonl");
    JsonNode json = json("verify", "--json", "audit.jsonl");

    assertThat(said.status()).isEqualTo(1);
    assertThat(said.out()).isEqualTo("broken: audit.jsonl line 3: it was changed\n");
    assertThat(json.path("verdict").asText()).isEqualTo("broken");
    assertThat(json.path("file").asText()).isEqualTo("audit.jsonl");
    assertThat(json.path("line").asInt()).isEqualTo(3);
    assertThat(json.path("defect").asText()).isEqualTo("changed");
  }

  @Test
  void aHeadThatIsNotInTheChainIsAFinding() {
    assertThat(audit("verify", "--expect-head", NO_RECORD, "audit.jsonl").status()).isEqualTo(1);
  }

  @Test
  void aTornLineIsNamedAndNoDefect() throws IOException {
    Files.writeString(
        folder.resolve("audit.jsonl"),
        Files.readString(folder.resolve("audit.jsonl")) + "{\"ts\":\"2026");

    Invocation said = audit("verify", "audit.jsonl");

    assertThat(said.status()).isZero();
    assertThat(said.out()).startsWith("torn, as a crash leaves a line: audit.jsonl line 7\n");
    assertThat(json("verify", "--json", "audit.jsonl").path("torn").path(0).path("line").asInt())
        .isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "verify,'fatal: no log is named'",
    "verify absent,does not exist",
    "show absent,does not exist",
    "tail absent,does not exist",
    "stats absent,does not exist",
    "verify --expect-head abc audit.jsonl,--expect-head takes the 64 hex digits",
    "tail -n 10001 audit.jsonl,--lines takes 0 to 10000",
    "show --since yesterday audit.jsonl,is no time",
    "verify --config absent.toml,no such file",
    "verify --config absent.toml audit.jsonl,both a log and --config",
    "nonsense,fatal: ",
    "'',say what to do",
  })
  void whatCannotBeUsedIsOneLineAndStatusTwo(String arguments, String reason) {
    Invocation said = audit(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(said.status()).isEqualTo(2);
    assertThat(said.err()).startsWith("fatal: ").contains(reason).hasLineCount(1);
    assertThat(said.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "show,6",
    "show --code OK,1",
    "show --code POLICY_DENIED,1",
    "show --server files,2",
    "show --action run_command,4",
    "show --server files --code OK,0",
    "show --since 1h,6",
    "show --until 1h,0",
    "show --since 2000-01-01,6",
    "show --until 2000-01-01T00:00:00Z,0",
    "tail --no-follow,6",
    "tail --no-follow -n 2,2",
    "tail --no-follow -n 2 --code OK,1",
  })
  void onlyWhatIsAskedForIsShown(String arguments, int lines) {
    Invocation said = audit((arguments + " audit.jsonl").split(" "));
    Invocation json = audit((arguments + " --json audit.jsonl").split(" "));

    assertThat(said.out().lines()).hasSize(lines);
    assertThat(json.out().lines()).hasSize(lines).allMatch(line -> line.startsWith("{\"ts\":"));
    assertThat(said.status())
        .isEqualTo(lines == 0 && arguments.startsWith("show") ? 1 : 0)
        .isEqualTo(json.status());
  }

  @Test
  void oneCallIsItsAttemptAndItsOutcome() throws IOException {
    String id = JSON.readTree(audit("show", "--json", "audit.jsonl").out()).path("id").asText();

    assertThat(audit("show", "--id", id, "audit.jsonl").out().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("#1  " + id, "  attempt  ", "cat a"),
            line -> assertThat(line).contains("#2  ", "  OK  exit 0  7 ms  ", "cat a"));
  }

  @Test
  void theRecordsOfAScriptAreTheBytesOfTheLog() throws IOException {
    assertThat(audit("show", "--json", "audit.jsonl").out())
        .isEqualTo(Files.readString(folder.resolve("audit.jsonl")));
  }

  @Test
  void whatWasChangedIsMarkedAndCannotActOnTheScreen() throws IOException {
    edit(1, "cat a", "cat \u001b[2J\u202ea");
    edit(2, "cat a", "cat \\u001b[2Ja");
    for (String form : new String[] {"--json", "--code=OK"}) {
      assertThat(audit("show", form, "audit.jsonl").out()).doesNotContain("\u001b", "\u202e");
    }
    assertThat(audit("show", "audit.jsonl").out()).contains("(changed: its hash is wrong)");
  }

  @Test
  void outcomesAreCountedByCodeAndByCommand() throws IOException {
    assertThat(audit("stats", "audit.jsonl").out())
        .startsWith("6 records: 3 attempts, 3 outcomes\n")
        .contains("  POLICY_DENIED  1\n", "  rm         1  POLICY_DENIED 1\n");
    JsonNode json = json("stats", "--json", "audit.jsonl");
    assertThat(json.path("by_command").path("move_file").path("PATH_ESCAPE").asInt()).isOne();
    assertThat(json.path("by_code").size()).isEqualTo(3);
    assertThat(audit("stats", "--code", "TIMEOUT", "audit.jsonl").status()).isEqualTo(1);
  }

  @Test
  void thePolicyNamesItsLog() throws IOException {
    Files.createDirectory(folder.resolve("root"));
    Files.writeString(folder.resolve("policy.toml"), "[terminal]\njail_root = \"root\"\n");

    assertThat(audit("verify", "--config", "policy.toml").out()).startsWith("intact: 6 records");
    assertThat(
            Invocation.of(folder, Map.of("SAFE_MCP_POLICY_FILE", "policy.toml"), "audit", "verify")
                .out())
        .startsWith("intact: 6 records");
  }

  @Test
  void followingGoesThroughARotationAndStopsWhenItIsInterrupted() throws Exception {
    Path seen = folder.resolve("seen");
    Thread tail;
    try (OutputStream out = Files.newOutputStream(seen)) {
      tail =
          Thread.ofPlatform()
              .start(
                  () ->
                      SafeMcp.run(
                          new String[] {"audit", "tail", "--json", "audit.jsonl"},
                          new Surroundings(
                              new dev.safemcp.stdio.StandardStreams(
                                  java.io.InputStream.nullInputStream(), out, System.err),
                              Map.of(),
                              folder)));
      awaitLines(seen, 6);
      Files.move(folder.resolve("audit.jsonl"), folder.resolve("audit.jsonl.1"));
      write(ServerKind.FILES, "list_files", "", ResultCode.OK);
      awaitLines(seen, 8);
      tail.interrupt();
      assertThat(tail.join(java.time.Duration.ofSeconds(10))).isTrue();
    }
  }

  private static void awaitLines(Path file, int lines) throws Exception {
    for (int i = 0; i < 1000 && Files.readAllLines(file).size() < lines; i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(Files.readAllLines(file)).hasSize(lines);
  }
}
