package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;

/**
 * What the chain needs of one line of the log.
 *
 * @param seq the record's number
 * @param prev the hash of the record before
 * @param hash its own hash, which is right for its bytes
 */
record Line(long seq, String prev, String hash) {
  /** Longest line that is read: a record's request and reason are bounded well below it. */
  static final int MAX_BYTES = 1 << 20;

  private static final JsonFactory JSON = new JsonFactory();

  /** Reads a line, where it is a whole record whose hash is right. */
  static Optional<Line> read(byte[] line) {
    Optional<String> hash = Chain.sealed(line);
    if (hash.isEmpty()) {
      return Optional.empty();
    }
    long seq = -1;
    String prev = "";
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken value = parser.nextToken();
        if (key.equals("seq") && value == JsonToken.VALUE_NUMBER_INT) {
          seq = parser.getLongValue();
        } else if (key.equals("prev") && value == JsonToken.VALUE_STRING) {
          prev = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
    } catch (IOException noRecord) {
      return Optional.empty();
    }
    return seq < 1 ? Optional.empty() : Optional.of(new Line(seq, prev, hash.get()));
  }

  Chain chain() {
    return new Chain(seq, hash);
  }
}
