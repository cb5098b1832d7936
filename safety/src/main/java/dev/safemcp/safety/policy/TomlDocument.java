package dev.safemcp.safety.policy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file's text and what the TOML parser made of it: tables as maps, arrays as lists, and
 * strings, longs, doubles and booleans. Numbers beyond a long and dates are kept as texts of their
 * kind, which no key takes.
 *
 * @param name the file as the operator wrote it
 * @param text its text
 * @param root its root table
 */
record TomlDocument(String name, String text, Map<String, Object> root) {

  /** Parses a text. */
  static TomlDocument parse(String name, String text) throws Refusal {
    // The factory alone: a mapper would load the whole of data binding at every start.
    try (JsonParser parser = new TomlFactory().createParser(text)) {
      parser.nextToken();
      return new TomlDocument(name, text, table(parser));
    } catch (JsonProcessingException fault) {
      String where =
          fault.getLocation() == null
              ? ""
              : ": line "
                  + fault.getLocation().getLineNr()
                  + ", column "
                  + fault.getLocation().getColumnNr();
      throw new Refusal(
          "'" + name + "'" + where + ": this is no TOML: " + firstLine(fault.getOriginalMessage()));
    } catch (IOException fault) {
      throw new Refusal("'" + name + "' cannot be parsed as TOML: mend it");
    }
  }

  private static String firstLine(String message) {
    String line = message.lines().findFirst().orElse("").strip();
    return line.isEmpty() ? "mend it" : Character.toLowerCase(line.charAt(0)) + line.substring(1);
  }

  private static Map<String, Object> table(JsonParser parser) throws IOException {
    Map<String, Object> table = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      table.put(key, value(parser));
    }
    return table;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> table(parser);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT ->
          switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> Double.POSITIVE_INFINITY;
          };
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      default -> new Unusable(parser.getText());
    };
  }

  /** A value of a kind that no key of ours takes, such as a date. */
  record Unusable(String text) {}
}
