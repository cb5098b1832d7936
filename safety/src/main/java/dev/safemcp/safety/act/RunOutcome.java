package dev.safemcp.safety.act;

/** How a run ended. In every case no process of its tree is left. */
public sealed interface RunOutcome {
  /**
   * The program ended by itself.
   *
   * @param status its exit status, 0 to 255, or 128 plus the signal that ended it
   * @param stdout what it wrote there
   * @param stderr what it wrote there
   */
  record Exited(int status, Captured stdout, Captured stderr) implements RunOutcome {}

  /**
   * The wall clock ran out.
   *
   * @param stdout what it wrote until then
   * @param stderr what it wrote until then
   */
  record TimedOut(Captured stdout, Captured stderr) implements RunOutcome {}

  /**
   * The client took the call back, or the server is ending.
   *
   * @param stdout what it wrote until then
   * @param stderr what it wrote until then
   */
  record Cancelled(Captured stdout, Captured stderr) implements RunOutcome {}

  /**
   * The world did not let it start.
   *
   * @param reason why, for the client: no host path
   */
  record NotStarted(String reason) implements RunOutcome {}
}
