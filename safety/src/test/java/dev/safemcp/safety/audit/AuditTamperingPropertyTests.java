package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.audit.AuditVerification.Verdict;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Any edit at any place is found: by the chain alone unless it takes away the end, and then by the
 * head that was kept.
 */
class AuditTamperingPropertyTests {
  private static final int EDITS = 500;
  @TempDir Path folder;

  @Test
  void aRandomEditAnywhereIsFound() throws IOException {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 4000, 100).with(16);
    Verdict.Intact whole = log.intact();
    List<Path> files = List.of(log.rotated(3), log.rotated(2), log.rotated(1), log.log);
    for (int i = 0; i < EDITS; i++) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] bytes = Files.readAllBytes(file);
      byte[] edited = edit(bytes, random);
      if (Arrays.equals(bytes, edited)) {
        continue;
      }
      Files.write(file, edited);
      Verdict verdict = AuditVerification.verify(log.log, Optional.of(whole.head()));
      boolean unchanged =
          verdict instanceof Verdict.Intact intact
              && intact.records() == whole.records()
              && intact.first() == whole.first();
      // What changes no record is a newline at the end of a file, or a torn line that is named.
      boolean harmless =
          unchanged
              && (((Verdict.Intact) verdict).torn().size() > 0
                  || Arrays.equals(edited, Arrays.copyOf(bytes, bytes.length - 1)));
      boolean found =
          verdict instanceof Verdict.Broken
              || (verdict instanceof Verdict.Intact intact && intact.first() != whole.first());
      assertThat(found || harmless)
          .as("seed %d, edit %d of %s: %s", seed, i, file.getFileName(), verdict)
          .isTrue();
      Files.write(file, bytes);
    }
    assertThat(log.intact()).isEqualTo(whole);
  }

  private static byte[] edit(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    int length = 1 + random.nextInt(random.nextBoolean() ? 4 : 1200);
    int end = Math.min(bytes.length, at + length);
    return switch (random.nextInt(5)) {
      case 0 -> { // other bytes
        byte[] edited = bytes.clone();
        for (int i = at; i < end; i++) {
          edited[i] = (byte) random.nextInt(256);
        }
        yield edited;
      }
      case 1 -> joined(bytes, 0, at, bytes, end, bytes.length); // taken out
      case 2 -> { // put in
        byte[] more = new byte[length];
        random.nextBytes(more);
        yield joined(
            joined(bytes, 0, at, more, 0, length), 0, at + length, bytes, at, bytes.length);
      }
      case 3 -> { // a piece twice
        byte[] head = Arrays.copyOf(bytes, end);
        yield joined(head, 0, end, bytes, at, bytes.length);
      }
      default -> { // one bit
        byte[] edited = bytes.clone();
        edited[at] ^= (byte) (1 << random.nextInt(8));
        yield edited;
      }
    };
  }

  private static byte[] joined(byte[] a, int from, int to, byte[] b, int start, int end) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(a, from, to - from);
    bytes.write(b, start, end - start);
    return bytes.toByteArray();
  }
}
