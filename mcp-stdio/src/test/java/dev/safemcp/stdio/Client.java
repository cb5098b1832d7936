package dev.safemcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.safemcp.stdio.framing.Line;
import dev.safemcp.stdio.framing.LineReader;
import dev.safemcp.stdio.session.Grace;
import dev.safemcp.stdio.session.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A client of a stand-in server in this JVM, which sends what it likes. For one thread. */
final class Client implements AutoCloseable {
  static final String MODERN_META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{},"
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}";
  private static final ObjectMapper JSON = new ObjectMapper();

  final StandIn standIn = new StandIn();
  final Pipe toServer;
  final Pipe fromServer;
  private final LineReader lines;
  private final ThreadGroup group = new ThreadGroup("server");
  private final Thread server;

  Client() {
    this(1 << 20);
  }

  /** Starts a server between two pipes of that many bytes. */
  Client(int capacity) {
    this(capacity, Session.Bounds.standard(), Grace.standard());
  }

  /** Starts a server with bounds of the test's own. */
  Client(int capacity, Session.Bounds bounds, Grace grace) {
    toServer = new Pipe(capacity);
    fromServer = new Pipe(capacity);
    lines = new LineReader(fromServer.in, 64 << 20);
    server =
        Thread.ofPlatform()
            .daemon()
            .group(group)
            .start(
                () -> {
                  StdioServer.serve(
                      standIn.description(),
                      StandIn.REDACTOR,
                      bounds,
                      grace,
                      toServer.in,
                      fromServer.out);
                });
  }

  /** Starts a server and shakes hands with it. */
  static Client initialized() throws IOException {
    Client client = new Client();
    client.initialize();
    return client;
  }

  void initialize() throws IOException {
    send(
        "{'jsonrpc':'2.0','id':'init','method':'initialize','params':{'protocolVersion':'2025-06-18',"
            + "'capabilities':{},'clientInfo':{'name':'test','version':'1'}}}");
    if (!next().has("result")) {
      throw new AssertionError("no handshake");
    }
    send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
  }

  /** Sends a line; each ' stands for a quotation mark. */
  void send(String line) throws IOException {
    sendBytes((line.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
  }

  void sendBytes(byte[] bytes) throws IOException {
    toServer.out.write(bytes);
  }

  /** Takes a call back. */
  void cancel(Object id) throws IOException {
    send(
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%s,'reason':'x'}}"
            .formatted(id instanceof String ? "'" + id + "'" : id));
  }

  /** Sends a call of a tool with a text. */
  void call(Object id, String tool, String text) throws IOException {
    send(
        "{'jsonrpc':'2.0','id':%s,'method':'tools/call','params':{'name':'%s','arguments':{'text':'%s'}}}"
            .formatted(id instanceof String ? "'" + id + "'" : id, tool, text));
  }

  /** Returns the next message; fails where the output ends. */
  JsonNode next() throws IOException {
    if (lines.next() instanceof Line.Whole whole) {
      return JSON.readTree(whole.bytes());
    }
    throw new AssertionError("the server said nothing more");
  }

  /** Answers of all requests that come until {@code count} are there, by the JSON of their id. */
  Map<String, JsonNode> answers(int count) throws IOException {
    Map<String, JsonNode> answers = new HashMap<>();
    while (answers.size() < count) {
      JsonNode message = next();
      if (message.has("id") && answers.put(message.get("id").toString(), message) != null) {
        throw new AssertionError("answered twice: " + message.get("id"));
      }
    }
    return answers;
  }

  /** Closes the input, waits for the server to return, and returns all that it still said. */
  java.util.List<JsonNode> finish() throws IOException, InterruptedException {
    toServer.closeWriter();
    server.join(TimeUnit.SECONDS.toMillis(30));
    if (server.isAlive()) {
      throw new AssertionError("the server did not return");
    }
    fromServer.closeWriter();
    java.util.List<JsonNode> rest = new java.util.ArrayList<>();
    while (lines.next() instanceof Line.Whole whole) {
      rest.add(JSON.readTree(whole.bytes()));
    }
    return rest;
  }

  /** Waits until the server's reader has nothing to read, or does not want to read. */
  void awaitReaderIdle() {
    while (true) {
      Thread[] threads = new Thread[16];
      int count = group.enumerate(threads);
      for (int i = 0; i < count; i++) {
        if (threads[i].getName().equals("stdio-reader")
            && threads[i].getState() == Thread.State.WAITING) {
          return;
        }
      }
      Thread.onSpinWait();
    }
  }

  /** Whether the server has returned, after waiting for it. */
  boolean returned() throws InterruptedException {
    server.join(TimeUnit.SECONDS.toMillis(30));
    return !server.isAlive();
  }

  @Override
  public void close() {
    toServer.closeWriter();
    fromServer.closeReader();
  }
}
