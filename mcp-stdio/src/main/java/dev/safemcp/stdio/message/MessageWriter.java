package dev.safemcp.stdio.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Writes messages as lines, each with its line feed. Stateless. */
public final class MessageWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private MessageWriter() {}

  /**
   * Writes the answer to a request.
   *
   * @param id whom it answers; empty, which is null on the wire, where that is not known
   * @param reply what it says
   */
  public static byte[] response(Optional<RequestId> id, Reply reply) {
    return line(
        generator -> {
          generator.writeFieldName("id");
          if (id.isPresent()) {
            writeId(generator, id.get());
          } else {
            generator.writeNull();
          }
          switch (reply) {
            case Reply.Result result -> {
              generator.writeFieldName("result");
              generator.writeRawValue(result.json());
            }
            case Reply.Failure failure -> {
              generator.writeObjectFieldStart("error");
              generator.writeNumberField("code", failure.code());
              generator.writeStringField("message", WellFormed.of(failure.reason()));
              if (failure.data().isPresent()) {
                generator.writeFieldName("data");
                generator.writeRawValue(failure.data().get());
              }
              generator.writeEndObject();
            }
          }
        });
  }

  /**
   * Writes a {@code notifications/progress}.
   *
   * @param token the client's, from the request that it is about
   * @param progress grows from one to the next
   * @param message for people
   */
  public static byte[] progress(RequestId token, long progress, String message) {
    return line(
        generator -> {
          generator.writeStringField("method", "notifications/progress");
          generator.writeObjectFieldStart("params");
          generator.writeFieldName("progressToken");
          writeId(generator, token);
          generator.writeNumberField("progress", progress);
          generator.writeStringField("message", message);
          generator.writeEndObject();
        });
  }

  private interface Body {
    void write(JsonGenerator generator) throws IOException;
  }

  private static byte[] line(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator generator = JSON.createGenerator(bytes)) {
      generator.writeStartObject();
      generator.writeStringField("jsonrpc", "2.0");
      body.write(generator);
      generator.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // memory does not fail
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  private static void writeId(JsonGenerator generator, RequestId id) throws IOException {
    switch (id) {
      case RequestId.Text text -> generator.writeString(text.text());
      case RequestId.Whole whole -> generator.writeNumber(whole.number());
    }
  }
}
