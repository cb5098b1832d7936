package dev.safemcp.stdio.message;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a message of a line, whatever it holds. Stateless. */
public final class MessageReader {
  private MessageReader() {}

  /**
   * Reads one line.
   *
   * @param line the bytes of one line
   */
  public static Message read(byte[] line) {
    try {
      // Strict: a decoder that replaces would make two names of one, and Jackson's own reading of
      // bytes lets encoded surrogates pass.
      CharBuffer text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(line));
      return message(JsonTree.read(text.array(), text.length()));
    } catch (CharacterCodingException noText) {
      return unanswerable(ErrorCode.PARSE_ERROR, "the line is not valid UTF-8");
    } catch (StreamConstraintsException tooMuch) {
      return unanswerable(
          ErrorCode.INVALID_REQUEST,
          "nested deeper than " + JsonTree.MAX_DEPTH + ", or with a number that is too long");
    } catch (JsonTree.TooManyValues tooMany) {
      return unanswerable(
          ErrorCode.INVALID_REQUEST, "more than " + JsonTree.MAX_VALUES + " values in one message");
    } catch (IOException noJson) {
      return unanswerable(ErrorCode.PARSE_ERROR, "the line is not valid JSON");
    }
  }

  private static Message message(JsonTree.Read read) {
    return switch (read.value()) {
      case Map<?, ?> object -> message(keyed(object), read);
      case java.util.List<?> batch ->
          unanswerable(
              ErrorCode.INVALID_REQUEST, "batches are not served: send one message on each line");
      case null, default ->
          unanswerable(ErrorCode.INVALID_REQUEST, "a message must be a JSON object");
    };
  }

  private static Message message(Map<String, @Nullable Object> object, JsonTree.Read read) {
    if (!object.containsKey("method")
        && (object.containsKey("result") || object.containsKey("error"))) {
      return new Message.Response();
    }
    // Where the outermost object repeats a key, the id is not to be trusted either.
    Optional<RequestId> id =
        read.repeatedAtTop() ? Optional.empty() : RequestId.of(object.get("id"));
    if (read.repeated()) {
      return invalid(id, "an object names the same key twice");
    }
    if (!"2.0".equals(object.get("jsonrpc"))) {
      return invalid(id, "'jsonrpc' must be \"2.0\"");
    }
    if (!(object.get("method") instanceof String method)) {
      return invalid(id, "'method' must be a string");
    }
    if (!object.containsKey("id")) {
      return new Message.Notification(method, params(object).orElse(Map.of()));
    }
    if (id.isEmpty()) {
      return invalid(
          id,
          "'id' must be an integer of 64 bits or a string of at most "
              + RequestId.MAX_LENGTH
              + " characters");
    }
    return params(object)
        .<Message>map(params -> new Message.Request(id.get(), method, params))
        .orElseGet(
            () ->
                new Message.Malformed(id, ErrorCode.INVALID_PARAMS, "'params' must be an object"));
  }

  private static Optional<Map<String, @Nullable Object>> params(
      Map<String, @Nullable Object> object) {
    return switch (object.get("params")) {
      case null -> Optional.of(Map.of());
      case Map<?, ?> params -> Optional.of(keyed(params));
      default -> Optional.empty();
    };
  }

  private static Map<String, @Nullable Object> keyed(Map<?, ?> object) {
    Map<String, @Nullable Object> keyed = new LinkedHashMap<>();
    object.forEach((key, value) -> keyed.put((String) key, value));
    return keyed;
  }

  private static Message unanswerable(ErrorCode code, String reason) {
    return new Message.Malformed(Optional.empty(), code, reason);
  }

  private static Message invalid(Optional<RequestId> id, String reason) {
    return new Message.Malformed(id, ErrorCode.INVALID_REQUEST, reason);
  }
}
