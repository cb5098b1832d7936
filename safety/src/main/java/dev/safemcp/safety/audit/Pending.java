package dev.safemcp.safety.audit;

import java.io.IOException;

/** A record on its way to the disk. What is said to it last is ignored: the first word counts. */
interface Pending {
  /** Begins to write it; false where nobody waits for it any more, and it is left out. */
  boolean begin();

  /** Returns its line, newline included, for the place in the chain that it gets. */
  byte[] line(Chain chain);

  /** Says that it stands on the disk. */
  void durable();

  /** Says that it does not. */
  void failed(IOException why);
}
