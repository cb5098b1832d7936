package dev.safemcp.safety.redact;

/**
 * What to do where a keyword stands.
 *
 * <p>A rule that finds nothing has looked at a bounded number of characters, or remembers how far
 * it looked in the {@link Scan}: this is what keeps the whole in linear time.
 */
@FunctionalInterface
interface Rule {
  /** Returned where nothing was found. */
  int NOTHING = -1;

  /**
   * Looks at one place.
   *
   * @param scan the text and what is remembered on the way through it
   * @param at where the keyword begins
   * @param length the length of the keyword
   * @return where to go on reading when something was found, else {@link #NOTHING}
   */
  int look(Scan scan, int at, int length);
}
