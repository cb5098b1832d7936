package dev.safemcp.stdio.framing;

/** What the reader finds next. */
public sealed interface Line {
  /**
   * A line, without its line break.
   *
   * @param bytes at most the reader's limit of them; not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a buffer on its way to the parser, compared by nobody
  record Whole(byte[] bytes) implements Line {
    /** Returns whether there is nothing to read in it: only spaces, tabs and a carriage return. */
    public boolean blank() {
      for (byte b : bytes) {
        if (b != ' ' && b != '\t' && b != '\r') {
          return false;
        }
      }
      return true;
    }
  }

  /** A line past the limit; it was read to its end and thrown away. */
  record TooLong() implements Line {}

  /** The input ended. */
  record End() implements Line {}
}
