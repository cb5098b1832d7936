package dev.safemcp.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Redactor;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a command of the operator finds around it, and its one way to stdout.
 *
 * <p>Buffered: {@link #flush} is called at the end of a command, and by one that waits. Not
 * thread-safe.
 */
public final class Console {
  private final Writer out;
  private final Consumer<String> operator;
  private final boolean colour;
  private final Map<String, String> environment;
  private final Path workingDirectory;
  private final Redactor redactor = Redactor.of(RedactionPolicy.standard());

  /** Makes what acts on a screen visible, and leaves all else as it is. */
  private final Redactor verbatim = Redactor.of(new RedactionPolicy(false, false, List.of()));

  /**
   * Makes one.
   *
   * @param out stdout
   * @param operator takes a line for stderr
   * @param terminal whether stdout is a terminal
   * @param environment the environment's variables
   * @param workingDirectory what relative paths of the command line resolve against
   */
  public Console(
      OutputStream out,
      Consumer<String> operator,
      boolean terminal,
      Map<String, String> environment,
      Path workingDirectory) {
    this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    this.operator = operator;
    this.colour = terminal && wantsColour(environment);
    this.environment = Map.copyOf(environment);
    this.workingDirectory = workingDirectory;
  }

  /** Follows no-color.org, and terminals that cannot. */
  private static boolean wantsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** Returns the environment's variables. */
  public Map<String, String> environment() {
    return environment;
  }

  /** Returns what relative paths resolve against. */
  public Path workingDirectory() {
    return workingDirectory;
  }

  /** Returns the text as it may be shown. */
  String shown(String text) {
    return redactor.line(text).text();
  }

  /** Writes a line. */
  public void line(Part... parts) {
    line(List.of(parts));
  }

  /** Writes a line. */
  public void line(List<Part> parts) {
    StringBuilder line = new StringBuilder();
    for (Part part : parts) {
      line.append(styled(part.style(), shown(part.text())));
    }
    write(line.append('\n').toString());
  }

  String styled(Style style, String shown) {
    return colour ? style.around(shown) : shown;
  }

  /** Writes an object for a script, its texts redacted. */
  public void json(ObjectNode object) {
    write(redacted(object).toPrettyString() + "\n");
  }

  /** Writes an object on one line, as one of a stream. */
  public void jsonLine(ObjectNode object) {
    write(redacted(object) + "\n");
  }

  /**
   * Writes a text that is redacted and escaped already, as the audit log is; what would act on a
   * screen all the same, since somebody changed it, is made visible.
   */
  public void verbatim(String line) {
    write(verbatim.line(line).text() + "\n");
  }

  /** Writes a document of several lines that the product ships. */
  public void document(String text) {
    write(text);
  }

  private JsonNode redacted(JsonNode node) {
    switch (node) {
      case ObjectNode object ->
          object.properties().forEach(e -> e.setValue(redacted(e.getValue())));
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          array.set(i, redacted(array.get(i)));
        }
      }
      case TextNode text -> {
        return TextNode.valueOf(shown(text.textValue()));
      }
      default -> {}
    }
    return node;
  }

  void write(String text) {
    try {
      out.write(text);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /** Writes out what is buffered. */
  public void flush() {
    try {
      out.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /** Says why there is no answer, and returns the exit status for it. */
  public int refuse(String reason) {
    operator.accept("fatal: " + reason);
    return Status.UNUSABLE;
  }

  /** Says something beside the answer, on stderr. */
  public void say(String line) {
    operator.accept(line);
  }
}
