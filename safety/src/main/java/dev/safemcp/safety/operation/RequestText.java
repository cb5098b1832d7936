package dev.safemcp.safety.operation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Arguments;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a call's arguments, whatever they are, as one line of JSON for the audit log. Stateless.
 */
final class RequestText {
  /** What a record keeps of a request, in bytes. */
  private static final int KEPT_BYTES = 8 * 1024;

  private static final int MAX_DEPTH = 8;
  private static final JsonFactory JSON = new JsonFactory();

  private RequestText() {}

  static Redacted of(Arguments arguments, Redactor redactor) {
    Object value =
        switch (arguments) {
          case Arguments.Given given -> given.values();
          case Arguments.NotAnObject other -> other.value();
        };
    Bounded bytes = new Bounded(KEPT_BYTES + Redactor.margin());
    try (JsonGenerator generator = JSON.createGenerator(bytes)) {
      write(generator, value, 0);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return redactor.output(bytes.toByteArray(), bytes.more, KEPT_BYTES);
  }

  private static void write(JsonGenerator generator, @Nullable Object value, int depth)
      throws IOException {
    switch (value) {
      case Map<?, ?> map when depth < MAX_DEPTH -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          generator.writeFieldName(String.valueOf(entry.getKey()));
          write(generator, entry.getValue(), depth + 1);
        }
        generator.writeEndObject();
      }
      case List<?> list when depth < MAX_DEPTH -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(generator, element, depth + 1);
        }
        generator.writeEndArray();
      }
      case null -> generator.writeNull();
      case Boolean flag -> generator.writeBoolean(flag);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case Object other -> generator.writeString(wellFormed(other.toString()));
    }
  }

  /**
   * A lone surrogate has no UTF-8 form; the request is refused later, but it must be recorded
   * first.
   */
  private static String wellFormed(String text) {
    return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)
        ? text.codePoints()
            .map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
        : text;
  }

  /** Keeps the first bytes and remembers that there were more. */
  private static final class Bounded extends ByteArrayOutputStream {
    private final int most;
    private boolean more;

    Bounded(int most) {
      this.most = most;
    }

    @Override
    public synchronized void write(int b) {
      if (count < most) {
        super.write(b);
      } else {
        more = true;
      }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      int fits = Math.min(length, most - count);
      super.write(bytes, offset, fits);
      more |= fits < length;
    }
  }
}
