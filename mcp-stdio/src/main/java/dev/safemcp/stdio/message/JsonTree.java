package dev.safemcp.stdio.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON value into maps, lists and scalars, within bounds.
 *
 * <p>The bounds are for memory: a line of 16 MiB can name five million empty objects, which would
 * take twenty times its length. Whole numbers are {@code Long} where they have 64 bits and {@code
 * BigInteger} beyond, all others are {@code Double}. For one thread and one value.
 */
final class JsonTree {
  static final int MAX_DEPTH = 64;
  static final int MAX_VALUES = 50_000;
  private static final int MAX_DIGITS = 400;

  // Names are not kept in a table that would outlive the line: they are the client's to choose.
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_DIGITS)
                  .maxStringLength(Integer.MAX_VALUE) // the line is bounded already
                  .build())
          .build();

  private final JsonParser parser;
  private int values;
  private boolean repeated;
  private boolean repeatedAtTop;

  private JsonTree(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * A value, and whether it names a key twice.
   *
   * @param value what was read; of a key that stands twice the first value
   * @param repeated whether some object names a key twice, which readers understand differently
   * @param repeatedAtTop whether the outermost one does
   */
  record Read(@Nullable Object value, boolean repeated, boolean repeatedAtTop) {}

  /** It has more values than a message needs. */
  static final class TooManyValues extends IOException {
    private static final long serialVersionUID = 1;
  }

  /**
   * Reads the text, which must be one value and nothing else.
   *
   * @throws com.fasterxml.jackson.core.exc.StreamConstraintsException where it is nested too deep
   *     or has a number that is too long
   * @throws TooManyValues where it has too many values
   * @throws IOException where it is no JSON
   */
  static Read read(char[] text, int length) throws IOException {
    try (JsonParser parser = JSON.createParser(text, 0, length)) {
      JsonTree tree = new JsonTree(parser);
      if (parser.nextToken() == null) {
        throw new IOException("no value");
      }
      Object value = tree.value(0);
      if (parser.nextToken() != null) {
        throw new IOException("more than one value");
      }
      return new Read(value, tree.repeated, tree.repeatedAtTop);
    }
  }

  private @Nullable Object value(int depth) throws IOException {
    if (++values > MAX_VALUES) {
      throw new TooManyValues();
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(depth);
      case START_ARRAY -> array(depth);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? parser.getBigIntegerValue()
              : (Object) parser.getLongValue();
      case VALUE_NUMBER_FLOAT ->
          parser.getDoubleValue(); // a BigDecimal has exponents that it refuses
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("no value");
    };
  }

  private Map<String, @Nullable Object> object(int depth) throws IOException {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      Object value = value(depth + 1);
      if (map.containsKey(name)) {
        repeated = true;
        repeatedAtTop |= depth == 0;
      } else {
        map.put(name, value);
      }
    }
    return map;
  }

  private List<@Nullable Object> array(int depth) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(depth + 1));
    }
    return list;
  }
}
