package dev.safemcp.safety.result;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Writes an envelope as JSON, in the one order of keys that clients see: ok, code, action, reason,
 * detail, duration_ms. Stateless.
 */
public final class ResultJson {
  private static final JsonFactory JSON = new JsonFactory();

  private ResultJson() {}

  /** Returns the envelope as one JSON object without line breaks. */
  public static String of(OperationResult result) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      write(generator, result);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // a StringWriter does not fail
    }
    return text.toString();
  }

  /** Writes the envelope as one JSON object. */
  public static void write(JsonGenerator generator, OperationResult result) throws IOException {
    generator.writeStartObject();
    generator.writeBooleanField("ok", result.ok());
    generator.writeStringField("code", result.code().name());
    generator.writeStringField("action", result.action());
    generator.writeStringField("reason", result.reason().text());
    generator.writeFieldName("detail");
    write(generator, result.detail());
    generator.writeNumberField("duration_ms", result.durationMillis());
    generator.writeEndObject();
  }

  private static void write(JsonGenerator generator, Detail detail) throws IOException {
    generator.writeStartObject();
    for (Map.Entry<String, Detail.Value> field : detail.fields().entrySet()) {
      generator.writeFieldName(field.getKey());
      write(generator, field.getValue());
    }
    generator.writeEndObject();
  }

  private static void write(JsonGenerator generator, Detail.Value value) throws IOException {
    switch (value) {
      case Detail.Text text -> generator.writeString(text.text().text());
      case Detail.Whole whole -> generator.writeNumber(whole.number());
      case Detail.Flag flag -> generator.writeBoolean(flag.flag());
      case Detail.Code code -> generator.writeString(code.code().name());
      case Detail.Absent absent -> generator.writeNull();
      case Detail.Nested nested -> write(generator, nested.detail());
      case Detail.Many many -> {
        generator.writeStartArray();
        for (Detail.Value element : many.values()) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
    }
  }
}
