package dev.safemcp.stdio.era;

import dev.safemcp.stdio.message.Message.Request;
import dev.safemcp.stdio.message.Reply;

/**
 * One era of the protocol, served.
 *
 * <p>Thread-safe but for {@code initialize}, which one thread alone may hand in. Loads what it
 * needs at its first request: a connection that speaks one era pays for one.
 */
public interface Era {
  /**
   * Answers a request that calls no tool.
   *
   * @param request its method may be any text
   */
  Reply answer(Request request);

  /**
   * Answers a tool call: blocks while the operation runs. Where the call is wrong in the protocol's
   * own terms the operation does not run.
   *
   * @param request of the method {@code tools/call}, for a tool of the catalogue
   * @param call what it asks for
   */
  Reply call(Request request, ToolCall call);
}
