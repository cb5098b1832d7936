package dev.safemcp.stdio;

import dev.safemcp.stdio.framing.Line;
import dev.safemcp.stdio.framing.LineReader;
import dev.safemcp.stdio.message.Message;
import dev.safemcp.stdio.message.MessageReader;
import dev.safemcp.stdio.message.MessageWriter;
import dev.safemcp.stdio.message.Reply;
import dev.safemcp.stdio.message.RequestId;
import java.io.ByteArrayInputStream;
import java.util.Optional;

/**
 * What {@code fuzz/run.sh} feeds: any bytes are lines, any line is a message, and every id that was
 * read can be written and read again.
 */
public final class FramingFuzz {
  private FramingFuzz() {}

  /** Takes one input; an exception is a finding. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 1 << 16);
    for (Line line = reader.next(); !(line instanceof Line.End); line = reader.next()) {
      if (line instanceof Line.Whole whole) {
        answer(MessageReader.read(whole.bytes()));
      }
    }
  }

  private static void answer(Message message) {
    Optional<RequestId> id =
        switch (message) {
          case Message.Request request -> Optional.of(request.id());
          case Message.Malformed malformed -> malformed.id();
          case Message.Notification notification -> Optional.empty();
          case Message.Response response -> Optional.empty();
        };
    byte[] line = MessageWriter.response(id, new Reply.Result("{}"));
    for (int i = 0; i < line.length - 1; i++) {
      if (line[i] == '\n') {
        throw new AssertionError("a line break inside a line");
      }
    }
    if (!(MessageReader.read(line) instanceof Message.Response)) {
      throw new AssertionError("an answer that is none");
    }
  }
}
