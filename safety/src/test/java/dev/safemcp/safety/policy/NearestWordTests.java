package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody meant to write. */
class NearestWordTests {
  @ParameterizedTest
  @CsvSource({
    "keep, keep, 0",
    "keep, kep, 1",
    "keep, keeep, 1",
    "keep, kelp, 1",
    "keep, kepe, 1",
    "keep, KEEP, 0",
    "audit_log, audit-log, 0",
    "'', keep, 4",
    "read, write, 4",
  })
  void countsEdits(String one, String other, int edits) {
    assertThat(NearestWord.distance(one, other)).isEqualTo(edits);
    assertThat(NearestWord.distance(other, one)).isEqualTo(edits);
  }

  @Test
  void takesTheFirstOfEqualsAndLosesNoTimeOnLongWords() {
    assertThat(NearestWord.of("x", List.of("ab", "cd", "abc"))).contains("ab");
    assertThat(NearestWord.of("k".repeat(1_000_000), List.of("keep"))).contains("keep");
    assertThat(NearestWord.of("x", List.of())).isEmpty();
  }
}
