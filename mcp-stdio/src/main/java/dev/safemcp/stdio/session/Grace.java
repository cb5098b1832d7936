package dev.safemcp.stdio.session;

import java.time.Duration;

/**
 * The end of a session: what is in flight gets a moment to end by itself, then it is stopped and
 * gets another to be answered.
 *
 * @param toFinish how long operations may run on after the input has ended
 * @param toStop how long they have to stop and be answered
 */
public record Grace(Duration toFinish, Duration toStop) {

  /** Returns a grace that leaves the process time to be gone within two seconds. */
  public static Grace standard() {
    return new Grace(Duration.ofMillis(900), Duration.ofMillis(700));
  }

  /**
   * Waits for the session's end and sees it through.
   *
   * @throws InterruptedException where the thread is not to wait any longer; what runs is stopped
   */
  public void end(Session session) throws InterruptedException {
    try {
      session.awaitEnd();
      if (!session.awaitAnswered(session.broken() ? Duration.ZERO : toFinish)) {
        session.stopAll();
        session.awaitAnswered(toStop);
      }
    } finally {
      session.stopAll();
      session.close();
    }
  }
}
