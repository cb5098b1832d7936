package dev.safemcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client session on the built launcher, as any MCP client would hold one. Thread-safe. */
final class Session implements AutoCloseable {
  static final Path LAUNCHER = Path.of("target/safe-mcp/bin/safe-mcp").toAbsolutePath();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final OutputStream toServer;
  private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> noise = new ArrayList<>();
  private final AtomicLong ids = new AtomicLong();
  private final StringBuilder errors = new StringBuilder();

  private Session(Process process) {
    this.process = process;
    this.toServer = process.getOutputStream();
    Thread.ofVirtual().start(this::readAnswers);
    Thread.ofVirtual().start(this::readErrors);
  }

  /** Starts the launcher without a handshake. */
  static Session start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new Session(builder.start());
  }

  /** Starts a server on a policy file, with PATH alone in its environment, and shakes hands. */
  static Session open(String server, Path policy) throws IOException {
    Session session = start(Map.of("PATH", "/usr/bin:/bin"), server, "--config", policy.toString());
    ObjectNode hello = JSON.createObjectNode();
    hello.put("protocolVersion", "2025-06-18");
    hello.putObject("capabilities");
    hello.putObject("clientInfo").put("name", "tests").put("version", "1");
    session.request("initialize", hello);
    session.send(
        JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
    return session;
  }

  /** Calls a tool and returns its envelope. */
  JsonNode call(String tool, Map<String, String> arguments) {
    return submit(tool, arguments).join();
  }

  /** Calls a tool without waiting. */
  CompletableFuture<JsonNode> submit(String tool, Map<String, String> arguments) {
    ObjectNode parameters = JSON.createObjectNode().put("name", tool);
    parameters.set("arguments", JSON.valueToTree(arguments));
    return ask("tools/call", parameters).thenApply(result -> result.required("structuredContent"));
  }

  /** Sends a request and returns its result. */
  JsonNode request(String method, JsonNode parameters) {
    return ask(method, parameters).orTimeout(30, TimeUnit.SECONDS).join();
  }

  private CompletableFuture<JsonNode> ask(String method, JsonNode parameters) {
    long id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", parameters);
    send(message);
    return answer;
  }

  private synchronized void send(JsonNode message) {
    try {
      toServer.write((message + "\n").getBytes(StandardCharsets.UTF_8));
      toServer.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException(errors(), gone);
    }
  }

  private void readAnswers() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        accept(line);
      }
    } catch (IOException end) {
      noise.add(end.toString());
    }
    waiting
        .values()
        .forEach(
            answer ->
                answer.completeExceptionally(
                    new IllegalStateException("the server ended: " + errors())));
  }

  private void accept(String line) {
    try {
      JsonNode message = JSON.readTree(line);
      CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asLong(-1));
      if (answer != null) {
        answer.complete(message.path("result"));
      }
    } catch (IOException notJson) {
      noise.add(line);
    }
  }

  private void readErrors() {
    try (InputStream stream = process.getErrorStream()) {
      byte[] buffer = new byte[4096];
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        synchronized (errors) {
          errors.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
        }
      }
    } catch (IOException ended) {
      noise.add(ended.toString());
    }
  }

  /** Returns what the server wrote to stderr so far. */
  String errors() {
    synchronized (errors) {
      return errors.toString();
    }
  }

  /** Returns the lines of stdout that were no JSON. */
  List<String> noise() {
    return List.copyOf(noise);
  }

  /** Returns the server's process. */
  Process process() {
    return process;
  }

  /** Returns how many threads the server has. */
  long threads() throws IOException {
    return status("Threads:");
  }

  /** Returns the server's resident memory in kB. */
  long residentKilobytes() throws IOException {
    return status("VmRSS:");
  }

  /** Returns how many file descriptors the server has open. */
  long descriptors() throws IOException {
    try (var open = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"))) {
      return open.count();
    }
  }

  private long status(String field) throws IOException {
    for (String line :
        Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status"))) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IllegalStateException(field);
  }

  /** Closes the server's stdin and returns its exit status. */
  int leave(Duration patience) throws IOException, InterruptedException {
    toServer.close();
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("still there after " + patience + ": " + errors());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
