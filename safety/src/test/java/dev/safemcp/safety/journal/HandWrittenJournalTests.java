package dev.safemcp.safety.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.journal.JournalText.Reading;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals whose checksums are right and whose content is not: nothing in them is trusted. */
class HandWrittenJournalTests {
  private static final String HEADER =
      "{\"record\":\"journal\",\"seq\":0,\"format\":\"safe-mcp organizer journal\","
          + "\"version\":1,\"workspace\":\"/w\"}";
  private static final String BEGIN =
      "{\"record\":\"begin\",\"seq\":1,\"action\":\"move_file\",\"at\":\"now\",\"audit\":\"x\","
          + "\"token\":\"t\",\"folders\":[%s],\"moves\":[%s]}";
  private static final String END =
      "{\"record\":\"end\",\"seq\":2,\"begin\":%s,\"moved\":[%s],\"made\":[%s],\"removed\":[]}";

  private static byte[] journal(String... records) throws Exception {
    StringBuilder text = new StringBuilder();
    String sum = "";
    for (String record : records) {
      sum =
          HexFormat.of()
              .formatHex(
                  MessageDigest.getInstance("SHA-256")
                      .digest((sum + record).getBytes(StandardCharsets.UTF_8)))
              .substring(0, 16);
      text.append(record, 0, record.length() - 1).append(",\"sum\":\"" + sum + "\"}\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Reading read(String... records) throws Exception {
    return JournalText.read(journal(records), "/w");
  }

  private static String move(String source, String destination) {
    return "{\"src\":\"%s\",\"dest\":\"%s\",\"kind\":\"regular-file\",\"size\":1,"
            .formatted(source, destination)
        + "\"modified\":2,\"device\":3,\"inode\":4,\"born\":5,\"index\":0}";
  }

  @Test
  void theTemplatesAreSound() throws Exception {
    assertThat(read(HEADER, BEGIN.formatted("", move("a", "b")), END.formatted("1", "0", "")))
        .isInstanceOfSatisfying(
            Reading.Whole.class,
            whole -> assertThat(whole.state().history().lastDone()).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../out", "a/../../out", "/etc/passwd", "", ".", "a\\u0000b", "..", "./..", "/"})
  void noPathLeadsOut(String path) throws Exception {
    assertThat(read(HEADER, BEGIN.formatted("", move(path, "b"))))
        .isInstanceOf(Reading.Damaged.class);
    assertThat(read(HEADER, BEGIN.formatted("", move("a", path))))
        .isInstanceOf(Reading.Damaged.class);
    assertThat(read(HEADER, BEGIN.formatted("\"" + path + "\"", move("a", "b"))))
        .isInstanceOf(Reading.Damaged.class);
    assertThat(
            read(
                HEADER,
                BEGIN.formatted("", move("a", "b")),
                END.formatted("1", "0", "\"" + path + "\"")))
        .isInstanceOf(Reading.Damaged.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1", "0,0", "2147483647", "1.5", "\"0\"", "null"})
  void noSettlementNamesWhatItsIntentHasNot(String moved) throws Exception {
    assertThat(read(HEADER, BEGIN.formatted("", move("a", "b")), END.formatted("1", moved, "")))
        .isEqualTo(new Reading.Damaged(3));
  }

  @Test
  void noRecordStandsWhereItCannot() throws Exception {
    String begin = BEGIN.formatted("", move("a", "b"));
    assertThat(read(begin)).isEqualTo(new Reading.Damaged(1));
    assertThat(read(HEADER, HEADER.replace("\"seq\":0", "\"seq\":1")))
        .isEqualTo(new Reading.Damaged(2));
    assertThat(read(HEADER, begin, begin.replace("\"seq\":1", "\"seq\":2")))
        .as("two intents")
        .isEqualTo(new Reading.Damaged(3));
    assertThat(read(HEADER, END.formatted("1", "0", "").replace("\"seq\":2", "\"seq\":1")))
        .as("a settlement of nothing")
        .isEqualTo(new Reading.Damaged(2));
    assertThat(read(HEADER, begin, END.formatted("7", "0", ""))).isEqualTo(new Reading.Damaged(3));
    assertThat(read(HEADER, begin.replace("\"token\"", "\"target\":99,\"token\"")))
        .as("an undo of what is not on the stack")
        .isEqualTo(new Reading.Damaged(2));
    assertThat(read(HEADER, begin.replace("\"regular-file\"", "\"symbolic-link\"")))
        .isEqualTo(new Reading.Damaged(2));
    assertThat(read(HEADER.replace("\"version\":1", "\"version\":2")))
        .isInstanceOf(Reading.Foreign.class);
    assertThat(read(HEADER.replace("/w", "/v"))).isInstanceOf(Reading.Foreign.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomEditsWithRightChecksumsAreReadOrRefused(int seed) throws Exception {
    Random random = new Random(seed);
    String[] sound = {
      HEADER, BEGIN.formatted("\"x\"", move("a", "b")), END.formatted("1", "0", "")
    };
    String alphabet = "{}[]\",:0123456789-eE.\\u/nulltrfasdqxy \n";
    for (int round = 0; round < 2_000; round++) {
      String[] records = sound.clone();
      int at = random.nextInt(records.length);
      StringBuilder edited = new StringBuilder(records[at]);
      for (int edit = 0; edit <= random.nextInt(4); edit++) {
        int place = random.nextInt(edited.length() - 1);
        switch (random.nextInt(3)) {
          case 0 -> edited.setCharAt(place, alphabet.charAt(random.nextInt(alphabet.length())));
          case 1 -> edited.insert(place, alphabet.charAt(random.nextInt(alphabet.length())));
          default -> edited.deleteCharAt(place);
        }
      }
      records[at] = edited.toString();
      assertThat(read(records)).as("seed %d, round %d: %s", seed, round, edited).isNotNull();
    }
  }
}
