package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client of either era is told. */
@Timeout(60)
class EraTests {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, 2024-11-05",
    "2025-03-26, 2025-03-26",
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "1999-01-01, 2025-11-25",
    "2026-07-28, 2025-11-25"
  })
  void everyHandshakeEraIsSpoken(String asked, String spoken) throws Exception {
    try (Client client = new Client()) {
      client.send(
          "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'"
              + asked
              + "','capabilities':{'roots':{}},'clientInfo':{'name':'t','version':'1'}}}");
      assertThat(client.next().get("result"))
          .isEqualTo(
              JSON.readTree(
                  """
                  {"protocolVersion": "%s", "capabilities": {"tools": {"listChanged": false}},
                   "serverInfo": {"name": "stand-in", "version": "1.2.3"},
                   "instructions": "Say something."}
                  """
                      .formatted(spoken)));
    }
  }

  @Test
  void theEraWithoutAHandshakeIsSpoken() throws Exception {
    try (Client client = new Client()) {
      client.send(modern(1, "server/discover", ""));
      JsonNode found = client.next().get("result");
      assertThat(found.get("supportedVersions").toString()).isEqualTo("[\"2026-07-28\"]");
      assertThat(found.get("resultType").asText()).isEqualTo("complete");
      assertThat(found.get("instructions").asText()).isEqualTo("Say something.");
      assertThat(found.get("capabilities").toString())
          .isEqualTo("{\"tools\":{\"listChanged\":false}}");
      assertThat(found.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText())
          .isEqualTo("stand-in");

      client.send(modern(2, "tools/call", "'name':'echo','arguments':{'text':'hi'},"));
      JsonNode result = client.next().get("result");
      assertThat(result.get("resultType").asText()).isEqualTo("complete");
      assertEnvelope(result);
    }
  }

  @Test
  void bothErasAreServedOnOneConnection() throws Exception {
    try (Client client = Client.initialized()) {
      for (int round = 0; round < 3; round++) {
        client.call(1, "echo", "old");
        assertThat(client.next().at("/result").has("resultType")).isFalse();
        client.send(modern(2, "tools/call", "'name':'echo','arguments':{'text':'new'},"));
        assertThat(client.next().at("/result").has("resultType")).isTrue();
      }
    }
  }

  @Test
  void theListIsTheSameInBothErasAndAtEveryStart() throws Exception {
    Set<String> lists = new java.util.HashSet<>();
    for (int start = 0; start < 2; start++) {
      try (Client client = Client.initialized()) {
        client.send("{'jsonrpc':'2.0','id':1,'method':'tools/list'}");
        lists.add(client.next().at("/result/tools").toString());
        client.send(modern(1, "tools/list", ""));
        lists.add(client.next().at("/result/tools").toString());
      }
    }
    assertThat(lists).hasSize(1);
    JsonNode echo = JSON.readTree(lists.iterator().next()).get(0);
    assertThat(keys(echo))
        .containsExactlyInAnyOrder(
            "name", "title", "description", "inputSchema", "outputSchema", "annotations");
    assertThat(echo.get("inputSchema").toString())
        .isEqualTo(
            ("{'type':'object','properties':{'text':{'type':'string','description':'any text',"
                    + "'maxLength':1000},'note':{'type':'string','description':'another',"
                    + "'maxLength':10}},'required':['text'],'additionalProperties':false}")
                .replace('\'', '"'));
    assertThat(keys(echo.at("/outputSchema/properties")))
        .containsExactly("ok", "code", "action", "reason", "detail", "duration_ms");
    assertThat(echo.at("/outputSchema/additionalProperties").asBoolean(true)).isFalse();
    assertThat(echo.get("annotations").toString())
        .contains("\"readOnlyHint\":true", "\"destructiveHint\":false", "\"openWorldHint\":false");
  }

  @Test
  void aResultIsTheEnvelopeInBothForms() throws Exception {
    try (Client client = Client.initialized()) {
      client.call(1, "echo", "back\\\\slash \\\"quoted\\\" \u00e9 \ud83d\ude00");
      JsonNode result = client.next().get("result");
      assertEnvelope(result);
      assertThat(result.at("/structuredContent/detail/said").asText())
          .isEqualTo("back\\slash \"quoted\" \u00e9 \ud83d\ude00");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // another version, with what is supported
        "'io.modelcontextprotocol/protocolVersion':'2027-01-01','io.modelcontextprotocol/clientCapabilities':{}|-32022",
        "'io.modelcontextprotocol/protocolVersion':'2025-06-18','io.modelcontextprotocol/clientCapabilities':{}|-32022",
        "'io.modelcontextprotocol/protocolVersion':5|-32602",
        "'io.modelcontextprotocol/protocolVersion':null|-32602",
        "'io.modelcontextprotocol/protocolVersion':'2026-07-28'|-32602",
        "'io.modelcontextprotocol/protocolVersion':'2026-07-28','io.modelcontextprotocol/clientCapabilities':7|-32602",
      })
  void aRequestOfTheNewEraMustSayWhatItOught(String meta, int code) throws Exception {
    try (Client client = new Client()) {
      client.send(
          "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'echo','arguments':{'text':'no'},'_meta':{"
              + meta
              + "}}}");
      JsonNode answer = client.next();
      assertThat(answer.at("/error/code").asInt()).as("%s", answer).isEqualTo(code);
      assertThat(answer.at("/error/message").asText()).doesNotContain("xception", "jackson");
      assertThat(client.standIn.performed).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"initialize", "ping", "logging/setLevel", "no/such", "prompts/list"})
  void aMethodThatTheNewEraLacksIsUnknownThere(String method) throws Exception {
    try (Client client = new Client()) {
      client.send(modern(1, method, ""));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32601);
    }
  }

  private static void assertEnvelope(JsonNode result) throws Exception {
    JsonNode structured = result.get("structuredContent");
    assertThat(result.get("isError").asBoolean(true)).isFalse();
    assertThat(result.get("content")).hasSize(1);
    assertThat(result.at("/content/0/type").asText()).isEqualTo("text");
    assertThat(result.at("/content/0/text").asText()).isEqualTo(structured.toString());
    assertThat(keys(structured))
        .containsExactly("ok", "code", "action", "reason", "detail", "duration_ms");
  }

  private static String modern(int id, String method, String params) {
    return "{'jsonrpc':'2.0','id':%d,'method':'%s','params':{%s%s}}"
        .formatted(id, method, params, Client.MODERN_META);
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }
}
