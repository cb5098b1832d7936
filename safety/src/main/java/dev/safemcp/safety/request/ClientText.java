package dev.safemcp.safety.request;

/** How a reason repeats what a client wrote. Stateless. */
public final class ClientText {
  /** What a name may have, in code points, to be repeated. */
  public static final int NAME = 64;

  /** What a path or an argument may have, in code points, to be repeated. */
  public static final int PLACE = 256;

  private ClientText() {}

  /**
   * Returns the text, or its length in angle brackets where it is longer than {@code max}.
   *
   * <p>Never a part of it: reasons are redacted after this, and the redactor cannot know a secret
   * by its first half.
   *
   * @param max in code points
   */
  public static String bounded(String text, int max) {
    int length = text.codePointCount(0, text.length());
    return length <= max ? text : "<" + length + " characters>";
  }
}
