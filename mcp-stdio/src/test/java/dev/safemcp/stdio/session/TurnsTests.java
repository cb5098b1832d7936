package dev.safemcp.stdio.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may run. */
@Timeout(60)
class TurnsTests {
  @Test
  void pastTheNumberOneWaitsUntilAnotherHasEnded() throws Exception {
    Turns turns = new Turns(2, 100);
    turns.begin();
    turns.begin();
    assertThatOneWaitsUntil(turns, () -> turns.end(0));
  }

  @Test
  void whileTooManyBytesWaitToBeWrittenNobodyStarts() throws Exception {
    Turns turns = new Turns(3, 100);
    turns.begin();
    turns.begin();
    turns.waits(60);
    turns.waits(40);
    assertThatOneWaitsUntil(turns, () -> turns.end(40));
  }

  @Test
  void onceLiftedNobodyWaits() throws Exception {
    Turns turns = new Turns(1, 1);
    turns.begin();
    turns.waits(100);
    assertThatOneWaitsUntil(turns, turns::lift);
    turns.begin();
  }

  @Test
  void oneEndThatMakesRoomForManyStartsThemAll() throws Exception {
    Turns turns = new Turns(11, 100);
    turns.begin();
    turns.waits(100);
    CountDownLatch started = new CountDownLatch(10);
    for (int i = 0; i < 10; i++) {
      Thread waiter =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    turns.begin();
                    started.countDown();
                  });
      awaitWaiting(waiter);
    }
    assertThat(started.getCount()).isEqualTo(10);
    turns.end(100);
    started.await();
  }

  private static void assertThatOneWaitsUntil(Turns turns, Runnable freeing) throws Exception {
    Thread third = Thread.ofPlatform().daemon().start(turns::begin);
    awaitWaiting(third);
    freeing.run();
    assertThat(third.join(java.time.Duration.ofNanos(TimeUnit.SECONDS.toNanos(30)))).isTrue();
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
