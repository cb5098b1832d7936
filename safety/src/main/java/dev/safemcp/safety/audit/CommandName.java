package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;

/** Finds the command's name in a recorded request. Stateless. */
final class CommandName {
  private static final JsonFactory JSON = new JsonFactory();

  private CommandName() {}

  /**
   * Returns the first word of the member {@code command}; empty where the request has none. A
   * request that was cut is read up to the cut.
   */
  static Optional<String> of(String request) {
    try (JsonParser parser = JSON.createParser(request)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("command") && value == JsonToken.VALUE_STRING) {
          String command = parser.getText().strip();
          int end = 0;
          while (end < command.length() && !Character.isWhitespace(command.charAt(end))) {
            end++;
          }
          return end == 0 ? Optional.empty() : Optional.of(command.substring(0, end));
        }
        parser.skipChildren();
      }
    } catch (IOException cut) {
      return Optional.empty();
    }
    return Optional.empty();
  }
}
