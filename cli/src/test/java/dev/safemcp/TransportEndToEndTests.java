package dev.safemcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built server against clients that mean it harm, on the pipes of the system. */
@Timeout(180)
class TransportEndToEndTests {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Path policy = Path.of("");
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void writePolicy() throws IOException {
    Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(folder.resolve("state"));
    Files.writeString(folder.resolve("root/big"), "\\\"".repeat(40_000));
    policy =
        Files.writeString(
            folder.resolve("policy.toml"),
            """
            audit_log = "state/audit.jsonl"
            [terminal]
            jail_root = "root"
            [terminal.allowlist]
            commands = ["echo", "cat", "sleep", "true"]
            """);
  }

  @AfterEach
  void endWhatIsLeft() {
    started.forEach(Process::destroyForcibly);
  }

  /** A raw connection: what is sent is bytes, what is read is lines. */
  private final class Wire {
    private final Process process;
    private final OutputStream out;
    private final BufferedReader in;

    Wire(String... command) throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(folder.resolve("stderr").toFile());
      builder.environment().clear();
      builder.environment().put("PATH", "/usr/bin:/bin");
      process = builder.start();
      started.add(process);
      out = process.getOutputStream();
      in = process.inputReader(UTF_8);
    }

    void send(String line) throws IOException {
      out.write((line.replace('\'', '"') + "\n").getBytes(UTF_8));
      out.flush();
    }

    void call(int id, String command) throws IOException {
      send(
          "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'run_command','arguments':{'command':'%s'}}}"
              .formatted(id, command));
    }

    JsonNode next() throws IOException {
      return JSON.readTree(in.readLine());
    }

    int ended() throws InterruptedException {
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("it leaves by itself").isTrue();
      return process.exitValue();
    }
  }

  private Wire open() throws IOException {
    Wire wire = new Wire(Session.LAUNCHER.toString(), "terminal", "--config", policy.toString());
    shakeHands(wire);
    return wire;
  }

  private static void shakeHands(Wire wire) throws IOException {
    wire.send(
        "{'jsonrpc':'2.0','id':-1,'method':'initialize','params':{'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
    assertThat(wire.next().has("result")).isTrue();
  }

  private static String code(JsonNode answer) {
    return answer.at("/result/structuredContent/code").asText();
  }

  @Test
  void giantLinesAreAnsweredOneByOneWithinTheHeap() throws Exception {
    Wire wire = open();
    List<String> lines = new ArrayList<>();
    for (String character : List.of("x", "\u20ac")) {
      String text = character.repeat((15 << 20) / character.getBytes(UTF_8).length);
      for (int id = 0; id < 4; id++) {
        lines.add(
            "{'jsonrpc':'2.0','id':"
                + lines.size()
                + ",'method':'tools/call','params':{'name':'run_command','arguments':{'command':'"
                + text
                + "'}}}");
      }
    }
    lines.add("x".repeat(20 << 20));
    lines.add("[".repeat(15 << 20));
    lines.add("{'a':".repeat(3 << 20));
    lines.add("9".repeat(15 << 20));
    lines.add("{'jsonrpc':'2.0','id':'" + "i".repeat(15 << 20) + "','method':'ping'}");
    Thread sender =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    for (String line : lines) {
                      wire.send(line);
                    }
                  } catch (IOException broken) {
                    throw new AssertionError(broken);
                  }
                });
    int refused = 0;
    for (int i = 0; i < lines.size(); i++) {
      JsonNode answer = wire.next();
      if (answer.has("error")) {
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
      } else {
        assertThat(code(answer)).isEqualTo("INVALID_REQUEST");
        refused++;
      }
    }
    assertThat(refused).isEqualTo(8);
    sender.join();
    wire.call(100, "echo on");
    assertThat(code(wire.next())).isEqualTo("OK");
  }

  @Test
  void aMessageMayArriveByteByByteAndEndAsOnWindows() throws Exception {
    Wire wire = open();
    for (byte one : "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\r\n".getBytes(UTF_8)) {
      wire.out.write(one);
      wire.out.flush();
    }
    assertThat(wire.next())
        .isEqualTo(JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}"));
  }

  @Test
  void aStdoutThatIsClosedInTheMiddleOfAnAnswerEndsTheServer() throws Exception {
    Wire wire = open();
    wire.call(1, "cat big");
    wire.call(2, "sleep 30.4401");
    char[] part = new char[1000];
    assertThat(wire.in.read(part)).isPositive();
    wire.in.close();
    wire.send("{'jsonrpc':'2.0','id':3,'method':'ping'}");
    assertThat(wire.ended()).isZero();
  }

  @Test
  void aClientThatNeverReadsKeepsNobodyRunningAndMayLeave() throws Exception {
    Wire wire = open();
    for (int id = 0; id < 100; id++) { // their answers fill the pipe many times
      wire.send("{'jsonrpc':'2.0','id':%d,'method':'tools/list'}".formatted(id));
      wire.call(1000 + id, "cat big");
    }
    wire.out.close();
    assertThat(wire.ended()).isZero();
  }

  @Test
  void thousandsOfCancelsLeaveEveryCallEndedAndRecordedOnce() throws Exception {
    Wire wire = open();
    for (int id = 0; id < 40; id++) {
      wire.call(id, "sleep 30.4402");
    }
    for (int times = 0; times < 4000; times++) {
      wire.send(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%d}}"
              .formatted(times % 50));
    }
    wire.call(100, "true");
    assertThat(wire.next().get("id").asInt()).isEqualTo(100);
    wire.out.close();
    assertThat(wire.in.readLine()).isNull();
    assertThat(wire.ended()).isZero();
    Map<String, Integer> codes = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("state/audit.jsonl"))) {
      JsonNode entry = JSON.readTree(line);
      codes.merge(entry.get("phase").asText() + " " + entry.get("code").asText(), 1, Integer::sum);
    }
    assertThat(codes)
        .containsOnly(
            Map.entry("attempt null", 41),
            Map.entry("outcome cancelled", 40),
            Map.entry("outcome OK", 1));
  }

  @Test
  void whatIsInFlightAtTheEndIsAnsweredOnce() throws Exception {
    Wire wire = open();
    for (int id = 0; id < 60; id++) {
      wire.call(id, id % 3 == 0 ? "echo " + id : "sleep 30.4403");
    }
    wire.out.close();
    List<Integer> answered =
        wire.in.lines().map(line -> tree(line).get("id").asInt()).sorted().toList();
    assertThat(answered).isEqualTo(IntStream.range(0, 60).boxed().toList());
    assertThat(wire.ended()).isZero();
  }

  private static JsonNode tree(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException noJson) {
      throw new AssertionError(line, noJson);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"warn", "debug", "trace"})
  void noLevelOfLoggingShowsASecretOrAMessage(String level) throws Exception {
    String secret = "hunter2-in-a-message";
    Files.writeString(folder.resolve("root/file"), secret);
    Wire wire =
        new Wire(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Dsafe-mcp.log=" + level,
            "-jar",
            Session.LAUNCHER.resolve("../../lib/safe-mcp.jar").normalize().toString(),
            "terminal",
            "--config",
            policy.toString());
    shakeHands(wire);
    wire.call(1, "cat file");
    wire.call(2, "echo " + secret);
    wire.call(3, secret);
    wire.send("{'jsonrpc':'2.0','id':4,'method':'" + secret + "'}");
    wire.send("{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'" + secret + "'}}");
    wire.send("{'" + secret);
    for (int i = 0; i < 6; i++) {
      wire.next();
    }
    wire.out.close();
    assertThat(wire.ended()).isZero();
    assertThat(Files.readString(folder.resolve("stderr"))).doesNotContain("hunter2", "\tat ");
  }
}
