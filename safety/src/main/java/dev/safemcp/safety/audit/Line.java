package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the chain needs of one line of the log.
 *
 * @param seq the record's number
 * @param prev the hash of the record before
 * @param hash its own hash, which is right for its bytes
 */
record Line(long seq, String prev, String hash) {
  /** The longest line that is read, in bytes; the writer stays below it. */
  static final int MAX_BYTES = 1 << 20;

  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern SEQ = Pattern.compile("^\\{\"ts\":\"[^\"]*\",\"seq\":(\\d{1,18}),");
  private static final byte[] BEGINNING = "{\"ts\":\"".getBytes(StandardCharsets.US_ASCII);

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

  /**
   * Returns whether a line that is no record can be what a crash left of one: its beginning, with
   * its end missing. Some file systems fill what they had no time to write with NULs.
   */
  static boolean torn(byte[] line) {
    int length = line.length;
    while (length > 0 && line[length - 1] == 0) {
      length--;
    }
    if (length == 0) {
      return line.length > 0;
    }
    int begun = Math.min(length, BEGINNING.length);
    return Arrays.equals(line, 0, begun, BEGINNING, 0, begun) && !complete(line, length);
  }

  /** Returns the number of a torn line, or 0 where it was torn before its end. */
  static long tornSeq(byte[] line) {
    Matcher seq =
        SEQ.matcher(new String(line, 0, Math.min(line.length, 100), StandardCharsets.ISO_8859_1));
    return seq.find() ? Long.parseLong(seq.group(1)) : 0;
  }

  /** Returns whether a whole JSON object stands there: a record's beginning never is one. */
  private static boolean complete(byte[] line, int length) {
    try (JsonParser parser = JSON.createParser(line, 0, length)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.currentToken() == JsonToken.END_OBJECT;
    } catch (IOException incomplete) {
      return false;
    }
  }

  /** Returns whether this record comes right after a place in a chain. */
  boolean follows(Chain chain) {
    return seq == chain.seq() + 1 && prev.equals(chain.hash());
  }

  /** Returns the place in the chain that this record is. */
  Chain chain() {
    return new Chain(seq, hash);
  }
}
