package dev.safemcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server process writes where, at every level of logging. */
@Timeout(120)
class LogTests {
  private static final String SECRET = "s3cr3t-in-a-message";

  /** To the requests below, and to the two lines that are no JSON. */
  private static final int ANSWERS = 10;

  private record Ended(int status, String out, String err) {}

  @ParameterizedTest
  @ValueSource(strings = {"error", "warn", "info", "debug", "trace", "nonsense"})
  void noLevelShowsWhatAClientSent(String level) throws Exception {
    Ended ended =
        run(
            level,
            List.of(
                "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'S','capabilities':{},'clientInfo':{'name':'S','version':'S'}}}",
                "{'jsonrpc':'2.0','method':'notifications/initialized','params':{'x':'S'}}",
                "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'echo','arguments':{'text':'S'}}}",
                "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'defect','arguments':{'text':'S'}}}",
                "{'jsonrpc':'2.0','id':4,'method':'tools/call','params':{'name':'S','arguments':'S'}}",
                "{'jsonrpc':'2.0','id':5,'method':'S','params':{'S':'S'}}",
                "{'jsonrpc':'2.0','id':6,'result':{'S':'S'}}",
                "{'jsonrpc':'2.0','method':'notifications/S','params':{'S':'S'}}",
                "{'jsonrpc':'2.0','id':'S','method':'tools/call','params':{'name':'echo','arguments':{'text':'S'},"
                    + Client.MODERN_META
                    + "}}",
                "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':'echo','arguments':{},'_meta':{'io.modelcontextprotocol/protocolVersion':'S'}}}",
                "{'jsonrpc':'2.0','id':8,'method':'tools/call','params':{'name':'echo','_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28','io.modelcontextprotocol/clientCapabilities':'S'}}}",
                "{S",
                "S"));
    assertThat(ended.err()).doesNotContain(SECRET, "hunter2", "\tat ");
    assertThat(ended.err()).contains("error: ToolCall: an operation threw");
    assertThat(ended.status()).isZero();
    // stdout carries JSON-RPC alone; what a library prints went to stderr.
    assertThat(ended.out().lines())
        .hasSize(ANSWERS)
        .allMatch(line -> line.startsWith("{\"jsonrpc\":"));
    assertThat(ended.err()).contains("whatever a library prints");
    boolean verbose = level.equals("debug") || level.equals("trace");
    assertThat(ended.err().contains("debug: ")).as("the level is heeded").isEqualTo(verbose);
  }

  private static Ended run(String level, List<String> lines)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsafe-mcp.log=" + level,
                "-cp",
                System.getProperty("java.class.path"),
                StandIn.class.getName())
            .start();
    StringBuilder err = new StringBuilder();
    Thread drain =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    err.append(new String(process.getErrorStream().readAllBytes(), UTF_8));
                  } catch (IOException gone) {
                    throw new AssertionError(gone);
                  }
                });
    for (String line : lines) {
      process
          .getOutputStream()
          .write((line.replace('\'', '"').replace("S", SECRET) + "\n").getBytes(UTF_8));
    }
    process.getOutputStream().flush();
    // The end of the input bounds how long a call may take, and the first of an era loads it.
    BufferedReader answers = process.inputReader(UTF_8);
    StringBuilder heard = new StringBuilder();
    for (int answer = 0; answer < ANSWERS; answer++) {
      heard.append(answers.readLine()).append('\n');
    }
    process.getOutputStream().close();
    answers.lines().forEach(line -> heard.append(line).append('\n'));
    String out = heard.toString();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the server did not end");
    }
    drain.join();
    return new Ended(process.exitValue(), out, err.toString());
  }
}
