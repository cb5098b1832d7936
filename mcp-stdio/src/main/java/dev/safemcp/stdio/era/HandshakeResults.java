package dev.safemcp.stdio.era;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.safemcp.stdio.catalogue.Catalogue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * The results of the revisions with a handshake, as JSON without line breaks: {@code
 * InitializeResult}, {@code ListToolsResult} and {@code CallToolResult} of the protocol's schema.
 * Stateless.
 */
final class HandshakeResults {
  private static final JsonFactory JSON = new JsonFactory();

  private HandshakeResults() {}

  /** Says which revision is spoken, who we are, and that there are tools. */
  static String initialized(Catalogue catalogue, String revision) {
    return json(
        generator -> {
          generator.writeStringField("protocolVersion", revision);
          generator.writeObjectFieldStart("capabilities");
          generator.writeObjectFieldStart("tools");
          generator.writeBooleanField("listChanged", false);
          generator.writeEndObject();
          generator.writeEndObject();
          generator.writeObjectFieldStart("serverInfo");
          generator.writeStringField("name", catalogue.name());
          generator.writeStringField("version", catalogue.version());
          generator.writeEndObject();
          generator.writeStringField("instructions", catalogue.instructions());
        });
  }

  /** Lists the tools, all on one page. */
  static String tools(Catalogue catalogue) {
    return json(
        generator -> {
          generator.writeArrayFieldStart("tools");
          for (Catalogue.Entry tool : catalogue.tools()) {
            write(generator, tool);
          }
          generator.writeEndArray();
        });
  }

  /**
   * Makes the result of a call.
   *
   * @param envelope a JSON object; it stands in the result twice, as text and as itself
   */
  static String called(String envelope) {
    return json(
        generator -> {
          generator.writeArrayFieldStart("content");
          generator.writeStartObject();
          generator.writeStringField("type", "text");
          generator.writeStringField("text", envelope);
          generator.writeEndObject();
          generator.writeEndArray();
          generator.writeBooleanField("isError", false);
          generator.writeFieldName("structuredContent");
          generator.writeRawValue(envelope);
        });
  }

  private static void write(JsonGenerator generator, Catalogue.Entry tool) throws IOException {
    Catalogue.Hints hints = tool.hints();
    generator.writeStartObject();
    generator.writeStringField("name", tool.operation().name());
    generator.writeStringField("title", tool.title());
    generator.writeStringField("description", tool.description());
    generator.writeFieldName("inputSchema");
    write(generator, tool.inputSchema());
    generator.writeFieldName("outputSchema");
    write(generator, tool.outputSchema());
    generator.writeObjectFieldStart("annotations");
    generator.writeStringField("title", tool.title());
    generator.writeBooleanField("readOnlyHint", hints.readOnly());
    generator.writeBooleanField("destructiveHint", hints.destructive());
    generator.writeBooleanField("idempotentHint", hints.idempotent());
    generator.writeBooleanField("openWorldHint", hints.openWorld());
    generator.writeEndObject();
    generator.writeEndObject();
  }

  /** Writes a schema, which is maps and lists of scalars. */
  private static void write(JsonGenerator generator, Object value) throws IOException {
    switch (value) {
      case Map<?, ?> map -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> field : map.entrySet()) {
          generator.writeFieldName((String) field.getKey());
          write(generator, field.getValue());
        }
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      default -> generator.writeObject(value); // without a codec it takes scalars alone
    }
  }

  private interface Body {
    void write(JsonGenerator generator) throws IOException;
  }

  private static String json(Body body) {
    StringWriter text = new StringWriter(512);
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      generator.writeStartObject();
      body.write(generator);
      generator.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // a StringWriter does not fail
    }
    return text.toString();
  }
}
