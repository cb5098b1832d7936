package dev.safemcp.stdio.era;

import dev.safemcp.stdio.message.ErrorCode;
import dev.safemcp.stdio.message.Reply;

/** What both eras say alike of a request that they do not serve. Stateless. */
final class Refusals {
  static final String DEFECT = "internal error: this is a defect of the server";
  private static final int SHOWN = 64;

  private Refusals() {}

  static Reply unknownMethod(String method) {
    return Reply.failure(ErrorCode.METHOD_NOT_FOUND, "unknown method '" + shown(method) + "'");
  }

  /** A name that a client made up: short, and without what could act on a screen. */
  static String shown(String name) {
    String cut = name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "...";
    return cut.codePoints()
        .map(point -> Character.isISOControl(point) || !Character.isDefined(point) ? 0xFFFD : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
