package dev.safemcp.stdio.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.stdio.framing.LineWriter;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the reading thread has to say. */
@Timeout(60)
class RepliesTests {
  private static final byte[] LINE = new byte[10];

  @Test
  void aClientThatReadsNothingForTooLongIsGivenUp() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Replies replies =
        new Replies(new LineWriter(blockedOn(never), () -> {}), 25, Duration.ofMillis(20));
    assertThat(replies.say(LINE)).isTrue();
    assertThat(replies.say(LINE)).isTrue();
    assertThat(replies.say(LINE)).as("there is no room").isFalse();
    assertThat(replies.awaitNone(Duration.ZERO)).isFalse();
    never.countDown();
  }

  @Test
  void aSlowClientIsWaitedFor() throws Exception {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    Replies replies = new Replies(new LineWriter(read, () -> {}), 15, Duration.ofSeconds(50));
    for (int i = 0; i < 1000; i++) {
      assertThat(replies.say(LINE)).isTrue();
    }
    assertThat(replies.awaitNone(Duration.ofSeconds(50))).isTrue();
    assertThat(read.size()).isEqualTo(10_000);
    replies.close();
  }

  private static OutputStream blockedOn(CountDownLatch latch) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        try {
          latch.await();
        } catch (InterruptedException ending) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }
}
