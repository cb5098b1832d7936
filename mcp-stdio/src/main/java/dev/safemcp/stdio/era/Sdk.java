package dev.safemcp.stdio.era;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** What the server of the SDK is given. Stateless. */
final class Sdk {
  /** Named here rather than found by ServiceLoader, which costs time at every start. */
  static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(new ObjectMapper());

  /**
   * Lets everything pass. Arguments are checked by the operation, which answers and records what is
   * wrong with them; our schemas are checked by tests. The real one costs 80 ms of start-up.
   */
  static final JsonSchemaValidator NO_VALIDATION =
      new JsonSchemaValidator() {
        @Override
        public ValidationResponse validate(Map<String, Object> schema, Object content) {
          return ValidationResponse.asValid("");
        }

        @Override
        public ValidationResponse validateSchema(Map<String, Object> schema) {
          return ValidationResponse.asValid("");
        }

        @Override
        public void assertConforms(String what, Map<String, Object> schema) {}
      };

  private Sdk() {}

  static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // records and maps of ours, written to memory
    }
  }
}
