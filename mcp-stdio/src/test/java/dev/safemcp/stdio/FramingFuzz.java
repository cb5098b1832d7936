package dev.safemcp.stdio;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.safemcp.stdio.framing.Line;
import dev.safemcp.stdio.framing.LineReader;
import dev.safemcp.stdio.message.Message;
import dev.safemcp.stdio.message.MessageReader;
import dev.safemcp.stdio.message.MessageWriter;
import dev.safemcp.stdio.message.Reply;
import dev.safemcp.stdio.message.RequestId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * What {@code fuzz/run.sh} feeds: any bytes are lines, cut where a second reading cuts them; any
 * line is a message, and a request says to another JSON reader what it says to us; every id that
 * was read can be written and read again.
 */
public final class FramingFuzz {
  private static final int LIMIT = 1 << 10;
  private static final ObjectMapper ORACLE =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private FramingFuzz() {}

  /** Takes one input; an exception is a finding. */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    LineReader reader = new LineReader(new ByteArrayInputStream(bytes), LIMIT);
    int from = 0;
    for (Line line = reader.next(); !(line instanceof Line.End); line = reader.next()) {
      int to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      if (line instanceof Line.Whole whole) {
        require(Arrays.equals(whole.bytes(), Arrays.copyOfRange(bytes, from, to)), "another line");
        read(whole.bytes());
      } else {
        require(to - from > LIMIT, "not too long");
      }
      from = to + 1;
    }
    require(from >= bytes.length, "a rest was left");
  }

  private static void read(byte[] line) throws IOException {
    Message message = MessageReader.read(line);
    Optional<RequestId> id =
        switch (message) {
          case Message.Request request -> {
            JsonNode json = ORACLE.readTree(line);
            require(json.get("method").textValue().equals(request.method()), "another method");
            require(sameId(json.get("id"), request.id()), "another id");
            require(json.path("params").size() == request.params().size(), "other parameters");
            yield Optional.of(request.id());
          }
          case Message.Malformed malformed -> malformed.id();
          case Message.Notification notification -> Optional.empty();
          case Message.Response response -> Optional.empty();
        };
    byte[] answer = MessageWriter.response(id, new Reply.Result("{}"));
    for (int i = 0; i < answer.length - 1; i++) {
      require(answer[i] != '\n', "a line break inside a line");
    }
    require(MessageReader.read(answer) instanceof Message.Response, "an answer that is none");
    JsonNode written = ORACLE.readTree(answer).get("id");
    require(id.map(read -> sameId(written, read)).orElse(written.isNull()), "another id came back");
  }

  private static boolean sameId(JsonNode json, RequestId id) {
    return switch (id) {
      case RequestId.Text text -> json.isTextual() && json.textValue().equals(text.text());
      case RequestId.Whole whole -> json.isIntegralNumber() && json.longValue() == whole.number();
    };
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
