package dev.safemcp.safety.policy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import com.fasterxml.jackson.dataformat.toml.TomlReadFeature;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads TOML 1.0 text into {@link TomlValue}s. Stateless.
 *
 * <p>Takes the parser's tokens rather than a mapper's tree: a mapper costs start-up time and would
 * give nothing here.
 */
final class TomlReader {
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);

  private TomlReader() {}

  /** What reading says. */
  sealed interface Reading {
    /** The text is TOML. */
    record Read(TomlValue.Table root) implements Reading {}

    /**
     * It is not.
     *
     * @param problem what is wrong, on one line
     * @param position where, if that is known
     */
    record Malformed(String problem, Optional<Position> position) implements Reading {}
  }

  static Reading read(String text) {
    // Dates are told from texts: a date where a text belongs is a wrong type.
    TomlFactory factory = TomlFactory.builder().enable(TomlReadFeature.PARSE_JAVA_TIME).build();
    try (JsonParser parser = factory.createParser(text)) {
      parser.nextToken();
      return new Reading.Read(table(parser));
    } catch (JsonProcessingException e) {
      return malformed(e, text);
    } catch (IOException | RuntimeException e) {
      // The parser lets java.time's exceptions through for dates such as 2026-13-45.
      return new Reading.Malformed("a value that cannot be read", Optional.empty());
    }
  }

  private static TomlValue.Table table(JsonParser parser) throws IOException {
    Map<String, TomlValue> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(parser));
    }
    return new TomlValue.Table(fields);
  }

  private static TomlValue value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> table(parser);
      case START_ARRAY -> {
        List<TomlValue> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(parser));
        }
        yield new TomlValue.Items(items);
      }
      case VALUE_STRING -> new TomlValue.Text(parser.getText());
      case VALUE_TRUE -> new TomlValue.Flag(true);
      case VALUE_FALSE -> new TomlValue.Flag(false);
      case VALUE_NUMBER_INT ->
          new TomlValue.Whole(parser.getBigIntegerValue().min(MOST).max(LEAST).longValue());
      case VALUE_NUMBER_FLOAT -> new TomlValue.Foreign("a number with a fraction");
      default -> new TomlValue.Foreign("a date or time");
    };
  }

  private static Reading malformed(JsonProcessingException e, String text) {
    String message = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
    if (message.startsWith("Duplicate key")) {
      // The parser has read on to the next key by then, so its own place is a later line.
      return KeyLocator.of(text)
          .repeated()
          .map(
              repeated ->
                  new Reading.Malformed(
                      "the key '" + repeated.path() + "' is set twice",
                      Optional.of(repeated.position())))
          .orElseGet(() -> new Reading.Malformed("a key is set twice", Optional.empty()));
    }
    return new Reading.Malformed(inPlainWords(message), position(e.getLocation()));
  }

  private static Optional<Position> position(@Nullable JsonLocation at) {
    return at == null || at.getLineNr() < 1
        ? Optional.empty()
        : Optional.of(new Position(at.getLineNr(), Math.max(1, at.getColumnNr())));
  }

  private static String inPlainWords(String message) {
    if (message.startsWith("Unknown token")) {
      return "neither a key nor a value (a text needs quotes)";
    }
    if (message.startsWith("Unknown escape sequence")) {
      return "an unknown escape in a text (write a backslash twice, or use single quotes)";
    }
    if (message.startsWith("Newline not permitted")) {
      return "the line ends too early";
    }
    if (message.startsWith("Premature end of file")) {
      return "the file ends too early";
    }
    if (message.startsWith("More data after value")) {
      return "something follows a value that is over (a missing comma or line break?)";
    }
    if (message.startsWith("Unexpected token")) {
      return "something else is expected here";
    }
    if (message.startsWith("Document nesting depth")) {
      return "nested too deeply";
    }
    String line = Wording.oneLine(message);
    return line.isEmpty()
        ? "it cannot be read"
        : line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }
}
