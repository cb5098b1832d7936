package dev.safemcp.stdio;

import dev.safemcp.safety.redact.Redactor;
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
   * cancelled before it returns.
   *
   * @param description the server
   * @param redactor what log lines pass
   * @param in JSON-RPC, one message a line
   * @param out the same
   */
  public static void serve(
      Description description, Redactor redactor, InputStream in, OutputStream out) {
    throw new UnsupportedOperationException();
  }
}
