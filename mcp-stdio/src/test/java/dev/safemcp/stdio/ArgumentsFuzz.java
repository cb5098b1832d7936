package dev.safemcp.stdio;

import dev.safemcp.safety.request.Arguments;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.stdio.message.Message;
import dev.safemcp.stdio.message.MessageReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code fuzz/run.sh} feeds: whatever stands as the arguments of a call is valid just where
 * the schema that the client was given says so, and the check says why where it is not.
 */
public final class ArgumentsFuzz {
  private static final int MAX_LENGTH = 20;
  private static final List<List<Parameter>> TOOLS =
      List.of(
          List.of(),
          List.of(new Parameter("a", "required", true, MAX_LENGTH)),
          List.of(
              new Parameter("a", "required", true, MAX_LENGTH),
              new Parameter("b", "optional", false, 2)));

  private ArgumentsFuzz() {}

  /** Takes one input; an exception is a finding. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"arguments\":"
            .getBytes(StandardCharsets.UTF_8));
    line.writeBytes(bytes);
    line.writeBytes("}}".getBytes(StandardCharsets.UTF_8));
    if (MessageReader.read(line.toByteArray()) instanceof Message.Request request) {
      Object sent = request.params().get("arguments");
      for (List<Parameter> tool : TOOLS) {
        check(tool, sent);
      }
    }
  }

  private static void check(List<Parameter> tool, @Nullable Object sent) {
    switch (CheckedRequest.check(tool, Arguments.of(sent))) {
      case CheckedRequest.Valid valid -> {
        require(conforms(tool, sent), "valid, against the schema");
        require(valid.texts().equals(sent == null ? Map.of() : sent), "not what was sent");
      }
      case CheckedRequest.Invalid invalid -> {
        require(!conforms(tool, sent), "invalid, though the schema allows it");
        require(!invalid.reason().isBlank() && invalid.reason().length() < 400, "what reason?");
      }
    }
  }

  /** Reads the promise of the schema once more, in its own order. */
  private static boolean conforms(List<Parameter> tool, @Nullable Object sent) {
    if (sent != null && !(sent instanceof Map)) {
      return false;
    }
    Map<?, ?> object = sent instanceof Map<?, ?> map ? map : Map.of();
    long known = tool.stream().filter(parameter -> object.containsKey(parameter.name())).count();
    return known == object.size()
        && tool.stream()
            .allMatch(
                parameter ->
                    object.containsKey(parameter.name())
                        ? isText(object.get(parameter.name()), parameter.maxLength())
                        : !parameter.required());
  }

  private static boolean isText(@Nullable Object value, int maxLength) {
    return value instanceof String text
        && StandardCharsets.UTF_8.newEncoder().canEncode(text)
        && !text.contains("\0")
        && text.codePoints().count() <= maxLength;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
