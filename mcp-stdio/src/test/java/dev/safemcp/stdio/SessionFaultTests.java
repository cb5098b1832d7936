package dev.safemcp.stdio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client can do wrong, and that the server serves on. */
@Timeout(60)
class SessionFaultTests {
  private static final int PARSE = -32700;
  private static final int INVALID = -32600;
  private static final int NO_METHOD = -32601;
  private static final int PARAMS = -32602;

  static Stream<Arguments> lines() {
    String call = "{'jsonrpc':'2.0','id':%s,'method':'tools/list'}";
    return Stream.of(
        line("broken", "{'jsonrpc':", PARSE, "null"),
        line("no JSON", "hello", PARSE, "null"),
        line("two values", "{} {}", PARSE, "null"),
        line("not closed", "{'jsonrpc':'2.0','id':1,'method':'ping'", PARSE, "null"),
        line("a comment", "/* */{}", PARSE, "null"),
        line("not a number", "NaN", PARSE, "null"),
        line("a byte order mark", "\u00ef\u00bb\u00bf{}", PARSE, "null"),
        line("invalid UTF-8", "\u00ff\u00fe", PARSE, "null"),
        line("invalid UTF-8 inside", "{'jsonrpc':'2.0','id':1,'method':'\u00c3'}", PARSE, "null"),
        line("overlong UTF-8", "'\u00c0\u0080'", PARSE, "null"),
        line("an encoded surrogate", "'\u00ed\u00a0\u0080'", PARSE, "null"),
        line("a control character in a text", "'\u0001'", PARSE, "null"),
        line("NUL", "\0", PARSE, "null"),
        line("null", "null", INVALID, "null"),
        line("an empty object", "{}", INVALID, "null"),
        line("a number", "42", INVALID, "null"),
        line("a text", "'text'", INVALID, "null"),
        line("true", "true", INVALID, "null"),
        line("an empty batch", "[]", INVALID, "null"),
        line("a batch", "[" + call.formatted(1) + "]", INVALID, "null"),
        line("no method", "{'jsonrpc':'2.0','id':77}", INVALID, "77"),
        line("a method that is no text", "{'jsonrpc':'2.0','id':77,'method':5}", INVALID, "77"),
        line("no version", "{'id':77,'method':'ping'}", INVALID, "77"),
        line("another version", "{'jsonrpc':'1.0','id':77,'method':'ping'}", INVALID, "77"),
        line("id null", call.formatted("null"), INVALID, "null"),
        line("id fractional", call.formatted("1.5"), INVALID, "null"),
        line("id with an exponent", call.formatted("1e3"), INVALID, "null"),
        line("id past 64 bits", call.formatted("9223372036854775808"), INVALID, "null"),
        line("id of a thousand digits", call.formatted("9".repeat(1000)), INVALID, "null"),
        line("id an object", call.formatted("{}"), INVALID, "null"),
        line("id a boolean", call.formatted("true"), INVALID, "null"),
        line("id a long text", call.formatted("'" + "i".repeat(2000) + "'"), INVALID, "null"),
        line("id a lone surrogate", call.formatted("'\\ud800'"), INVALID, "null"),
        line("id twice", "{'jsonrpc':'2.0','id':1,'id':2,'method':'ping'}", INVALID, "null"),
        line(
            "a key twice",
            "{'jsonrpc':'2.0','id':3,'method':'ping','params':{'a':1,'a':2}}",
            INVALID,
            "3"),
        line("deep arrays", "[".repeat(100_000), INVALID, "null"),
        line("deep objects", "{'a':".repeat(100_000), INVALID, "null"),
        line("many values", ping("[" + "{},".repeat(1_000_000) + "{}]"), INVALID, "null"),
        line("a huge number", ping("1".repeat(100_000)), INVALID, "null"),
        line("deep in a request", ping("[".repeat(100) + "]".repeat(100)), INVALID, "null"),
        line(
            "params an array", "{'jsonrpc':'2.0','id':4,'method':'ping','params':[]}", PARAMS, "4"),
        line("no such method", "{'jsonrpc':'2.0','id':5,'method':'no/such'}", NO_METHOD, "5"),
        line(
            "discover without a version",
            "{'jsonrpc':'2.0','id':5,'method':'server/discover'}",
            NO_METHOD,
            "5"),
        line(
            "logging, which is not offered",
            "{'jsonrpc':'2.0','id':5,'method':'logging/setLevel','params':{'level':'debug'}}",
            NO_METHOD,
            "5"),
        line(
            "a lone surrogate in the method",
            "{'jsonrpc':'2.0','id':6,'method':'\\udc00'}",
            NO_METHOD,
            "6"),
        line("no tool named", "{'jsonrpc':'2.0','id':7,'method':'tools/call'}", PARAMS, "7"),
        line(
            "a tool named by a number",
            "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':1}}",
            PARAMS,
            "7"),
        line(
            "no such tool",
            "{'jsonrpc':'2.0','id':8,'method':'tools/call','params':{'name':'rm','arguments':{}}}",
            PARAMS,
            "8"),
        line(
            "a second handshake",
            "{'jsonrpc':'2.0','id':9,'method':'initialize','params':{'protocolVersion':'2025-06-18','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}",
            INVALID,
            "9"));
  }

  private static String ping(String value) {
    return "{'jsonrpc':'2.0','id':1,'method':'ping','params':{'a':" + value + "}}";
  }

  private static Arguments line(String what, String line, int code, String id) {
    return Arguments.of(what, line.replace('\'', '"').getBytes(ISO_8859_1), code, id);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lines")
  void aLineThatIsNoGoodIsAnsweredAndTheServerServesOn(
      String what, byte[] line, int code, String id) throws Exception {
    try (Client client = Client.initialized()) {
      client.sendBytes(line);
      client.sendBytes(new byte[] {'\n'});
      JsonNode answer = client.next();
      assertThat(answer.get("jsonrpc").asText()).isEqualTo("2.0");
      assertThat(answer.get("id")).hasToString(id);
      assertThat(answer.at("/error/code").asInt()).isEqualTo(code);
      assertThat(answer.at("/error/message").asText()).isNotEmpty().doesNotContain("xception");
      assertServesOn(client);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("silent")
  void whatAsksForNothingIsNotAnswered(String line) throws Exception {
    try (Client client = Client.initialized()) {
      client.send(line);
      assertServesOn(client);
    }
  }

  static Stream<String> silent() {
    return Stream.of(
        "",
        "   ",
        "\t\r",
        "{'jsonrpc':'2.0','method':'notifications/initialized'}",
        "{'jsonrpc':'2.0','method':'notifications/roots/list_changed'}",
        "{'jsonrpc':'2.0','method':'no/such'}",
        "{'jsonrpc':'2.0','method':'ping'}",
        "{'jsonrpc':'2.0','id':99,'result':{}}",
        "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'x'}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled'}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':[1]}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':null}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':99999}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'x'}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1.5}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'init'}}");
  }

  @Test
  void aLineOfTwentyMegabytesIsRefusedAndSkipped() throws Exception {
    try (Client client = Client.initialized()) {
      byte[] megabyte = "y".repeat(1 << 20).getBytes(UTF_8);
      client.sendBytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"".getBytes(UTF_8));
      for (int i = 0; i < 20; i++) {
        client.sendBytes(megabyte);
      }
      client.sendBytes("\"}\n".getBytes(UTF_8));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(INVALID);
      assertServesOn(client);
    }
  }

  @Test
  void aLineWithinTheLimitIsServedHoweverLong() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "echo", "y".repeat(15 << 20));
      assertThat(code(client.next())).isEqualTo("INVALID_REQUEST");
    }
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void wrongArgumentsAreAnEnvelopeInBothEras(String arguments, String reason) throws Exception {
    try (Client client = Client.initialized()) {
      for (String meta : List.of("", "," + Client.MODERN_META)) {
        client.send(
            "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'echo'"
                + (arguments.isEmpty() ? "" : ",'arguments':" + arguments)
                + meta
                + "}}");
        JsonNode answer = client.next();
        assertThat(code(answer)).as("%s", answer).isEqualTo("INVALID_REQUEST");
        assertThat(answer.at("/result/structuredContent/reason").asText()).contains(reason);
        assertThat(answer.at("/result/structuredContent/detail")).isEmpty();
      }
    }
  }

  static Stream<Arguments> arguments() {
    return Stream.of(
        Arguments.of("", "argument 'text' is missing"),
        Arguments.of("null", "argument 'text' is missing"),
        Arguments.of("{}", "argument 'text' is missing"),
        Arguments.of("[]", "arguments must be an object"),
        Arguments.of("['a']", "arguments must be an object"),
        Arguments.of("5", "arguments must be an object"),
        Arguments.of("1e99036854775808", "arguments must be an object"),
        Arguments.of("1e400", "arguments must be an object"),
        Arguments.of("'text'", "arguments must be an object"),
        Arguments.of("true", "arguments must be an object"),
        Arguments.of("{'text':null}", "must be a string"),
        Arguments.of("{'text':1}", "must be a string"),
        Arguments.of("{'text':['a']}", "must be a string"),
        Arguments.of("{'text':'a','more':'b'}", "unknown argument 'more'"),
        Arguments.of("{'text':'\\u0000'}", "NUL"),
        Arguments.of("{'text':'\\ud800'}", "lone surrogate"),
        Arguments.of("{'text':'" + "x".repeat(1001) + "'}", "longer than 1000"));
  }

  @Test
  void beforeTheHandshakeOnlyPingIsServed() throws Exception {
    try (Client client = new Client()) {
      client.send("{'jsonrpc':'2.0','id':1,'method':'ping'}");
      assertThat(client.next().at("/result")).isEmpty();
      client.send("{'jsonrpc':'2.0','id':2,'method':'tools/list'}");
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(INVALID);
      client.call(3, "echo", "early");
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(INVALID);
      assertThat(client.standIn.performed).isEmpty();
      client.initialize();
      assertServesOn(client);
    }
  }

  @Test
  void aHandshakeThatIsNoneIsRefusedAndMayBeTriedAgain() throws Exception {
    try (Client client = new Client()) {
      for (String params :
          List.of(
              "",
              ",'params':{}",
              ",'params':{'protocolVersion':5}",
              ",'params':{'protocolVersion':'2025-06-18','capabilities':7,'clientInfo':{}}")) {
        client.send("{'jsonrpc':'2.0','id':1,'method':'initialize'" + params + "}");
        assertThat(client.next().at("/error/code").asInt()).as(params).isEqualTo(PARAMS);
      }
      client.initialize();
      assertServesOn(client);
    }
  }

  @Test
  void requestsRightBehindInitializeAreAnswered() throws Exception {
    try (Client client = new Client()) {
      client.send(
          "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
      client.call(1, "echo", "at once");
      assertThat(client.answers(2)).containsOnlyKeys("0", "1");
    }
  }

  @Test
  void anIdInFlightIsNotGivenTwice() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "wait", "first");
      client.standIn.awaitBegun("first");
      client.call(1, "echo", "second");
      JsonNode refused = client.next();
      assertThat(refused.get("id").isNull()).isTrue();
      assertThat(refused.at("/error/code").asInt()).isEqualTo(INVALID);
      client.standIn.release("first");
      assertThat(client.next().at("/result/structuredContent/detail/said").asText())
          .isEqualTo("first");
      client.call(1, "echo", "third"); // it is free again
      assertThat(client.next().at("/result/structuredContent/detail/said").asText())
          .isEqualTo("third");
      assertThat(client.standIn.performed).doesNotContainKey("second");
    }
  }

  /** Whatever else comes with the id of a call: no second answer has it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':1,'method':'ping'}",
        "{'jsonrpc':'2.0','id':1,'method':'tools/list'}",
        "{'jsonrpc':'2.0','id':1,'method':'no/such'}",
        "{'jsonrpc':'2.0','id':1,'method':'ping','params':[]}",
        "{'jsonrpc':'2.0','id':1,'method':5}",
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'rm'}}"
      })
  void noOtherAnswerHasAnIdInFlight(String second) throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "wait", "first");
      client.standIn.awaitBegun("first");
      client.send(second);
      JsonNode refused = client.next();
      assertThat(refused.get("id").isNull()).isTrue();
      assertThat(refused.has("error")).isTrue();
      client.standIn.release("first");
      assertThat(client.next().get("id")).hasToString("1");
      assertThat(client.finish()).isEmpty();
    }
  }

  @Test
  void aTextAndANumberAreTwoIds() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "wait", "number");
      client.call("1", "wait", "text");
      client.standIn.awaitBegun("number");
      client.standIn.awaitBegun("text");
      client.send(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'1'}}");
      client.standIn.awaitStopped("text");
      client.standIn.release("number");
      assertThat(client.next().get("id")).hasToString("1");
    }
  }

  @Test
  void aDefectOfAnOperationIsAnEnvelopeWithoutItsText() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "defect", "x");
      JsonNode answer = client.next();
      assertThat(code(answer)).isEqualTo("INTERNAL_ERROR");
      assertThat(answer.toString()).doesNotContain("hunter2", "Exception");
    }
  }

  static void assertServesOn(Client client) throws IOException {
    client.call("on", "echo", "on");
    JsonNode answer = client.next();
    assertThat(answer.get("id").asText()).as("%s", answer).isEqualTo("on");
    assertThat(code(answer)).isEqualTo("OK");
  }

  static String code(JsonNode answer) {
    return answer.at("/result/structuredContent/code").asText();
  }
}
