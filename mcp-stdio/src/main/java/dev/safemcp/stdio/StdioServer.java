package dev.safemcp.stdio;

import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.stdio.catalogue.Catalogue;
import dev.safemcp.stdio.catalogue.Schemas;
import dev.safemcp.stdio.logging.LogLines;
import dev.safemcp.stdio.session.Grace;
import dev.safemcp.stdio.session.Session;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** An MCP server over a pair of streams. */
public final class StdioServer {
  private StdioServer() {}

  /**
   * What a server says of itself.
   *
   * @param name {@code serverInfo.name}
   * @param version {@code serverInfo.version}
   * @param instructions for the model
   * @param tools in the order in which they are listed
   */
  public record Description(String name, String version, String instructions, List<Tool> tools) {
    public Description {
      tools = List.copyOf(tools);
    }
  }

  /**
   * Serves until the input ends or the output breaks; every call that was accepted is answered or
   * cancelled before it returns. At the end of the input what runs gets 0.9 seconds to end by
   * itself and is stopped then; it returns 1.6 seconds after the end at the latest.
   *
   * <p>The streams stay open, and a daemon thread may still be reading: the caller ends the
   * process.
   *
   * @param description the server
   * @param redactor what log lines pass
   * @param later what the first answer need not wait for: run once, on a daemon thread, after the
   *     first answer or two seconds without one
   * @param in JSON-RPC, one message a line
   * @param out the same
   */
  public static void serve(
      Description description,
      Redactor redactor,
      Runnable later,
      InputStream in,
      OutputStream out) {
    FirstAnswer answers = new FirstAnswer(out);
    Thread.ofPlatform().daemon().name("warm-up").start(() -> answers.runAfter(later));
    serve(description, redactor, Session.Bounds.standard(), Grace.standard(), in, answers);
  }

  static void serve(
      Description description,
      Redactor redactor,
      Session.Bounds bounds,
      Grace grace,
      InputStream in,
      OutputStream out) {
    LogLines.redactWith(redactor);
    Session session = new Session(catalogue(description), redactor, bounds, in, out);
    // A daemon: nothing wakes a thread that waits for a line where the output breaks first.
    Thread.ofPlatform().daemon().name("stdio-reader").start(session::read);
    try {
      grace.end(session);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private static Catalogue catalogue(Description description) {
    return new Catalogue(
        description.name(),
        description.version(),
        description.instructions(),
        description.tools().stream().map(StdioServer::entry).toList());
  }

  private static Catalogue.Entry entry(Tool tool) {
    return new Catalogue.Entry(
        tool.operation(),
        tool.title(),
        tool.description(),
        Schemas.input(tool.operation().parameters()),
        Schemas.output(tool.operation().name(), tool.detail()),
        new Catalogue.Hints(
            tool.effects().readOnly(),
            tool.effects().destructive(),
            tool.effects().idempotent(),
            tool.effects().openWorld()));
  }
}
