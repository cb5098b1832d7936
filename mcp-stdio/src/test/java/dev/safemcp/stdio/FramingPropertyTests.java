package dev.safemcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.safemcp.stdio.framing.Line;
import dev.safemcp.stdio.framing.LineReader;
import dev.safemcp.stdio.message.Message;
import dev.safemcp.stdio.message.MessageReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Framing and parsing against random and mutated bytes. More: {@code -Dsafe-mcp.mutations=N}. */
@Timeout(600)
class FramingPropertyTests {
  private static final ObjectMapper ORACLE =
      new ObjectMapper()
          .enable(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final int LIMIT = 100;

  @Test
  void linesAreTheSameHoweverTheBytesArrive() {
    for (long seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = new byte[random.nextInt(600)];
      int breaks = 1 + random.nextInt(120);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = random.nextInt(breaks) == 0 ? (byte) '\n' : (byte) ('a' + random.nextInt(26));
      }
      LineReader reader = new LineReader(new Trickle(bytes, random), LIMIT);
      List<String> read = new ArrayList<>();
      for (Line line = reader.next(); !(line instanceof Line.End); line = reader.next()) {
        read.add(line instanceof Line.Whole whole ? new String(whole.bytes(), UTF_8) : "too long");
      }
      assertThat(read).as("seed %d", seed).isEqualTo(expected(new String(bytes, UTF_8)));
      assertThat(reader.next()).isInstanceOf(Line.End.class);
    }
  }

  private static List<String> expected(String text) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    lines.replaceAll(line -> line.length() > LIMIT ? "too long" : line);
    return lines;
  }

  @Test
  void whateverALineHoldsItIsAMessageOrSaysWhyNot() throws IOException {
    List<byte[]> corpus = corpus();
    int mutations = Integer.getInteger("safe-mcp.mutations", 50_000);
    int wellFormed = 0;
    for (long seed = 0; seed < mutations; seed++) {
      Random random = new Random(seed);
      byte[] line = mutated(corpus, random);
      Message message = MessageReader.read(line);
      // Against a second reader: what is no JSON object for it is no request for us.
      boolean object = isObject(line);
      if (!object) {
        assertThat(message)
            .as("seed %d: %s", seed, new String(line, UTF_8))
            .isInstanceOf(Message.Malformed.class);
      } else {
        wellFormed++;
      }
    }
    assertThat(wellFormed).as("the mutations leave some lines whole").isGreaterThan(mutations / 50);
  }

  private static boolean isObject(byte[] line) {
    try {
      JsonNode node = ORACLE.readTree(line);
      return node != null && node.isObject();
    } catch (IOException noJson) {
      return false;
    }
  }

  private static List<byte[]> corpus() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/fuzz/framing"))) {
      List<byte[]> corpus = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        corpus.add(Files.readAllBytes(file));
      }
      assertThat(corpus).isNotEmpty();
      return corpus;
    }
  }

  private static byte[] mutated(List<byte[]> corpus, Random random) {
    byte[] line = corpus.get(random.nextInt(corpus.size())).clone();
    for (int times = random.nextInt(4); times > 0 && line.length > 0; times--) {
      int at = random.nextInt(line.length);
      line =
          switch (random.nextInt(6)) {
            case 0 -> { // flip a bit
              line[at] ^= (byte) (1 << random.nextInt(8));
              yield line;
            }
            case 1 -> { // any byte
              line[at] = (byte) random.nextInt(256);
              yield line;
            }
            case 2 -> spliced(line, at, at + 1 + random.nextInt(8), new byte[0]);
            case 3 -> { // repeat a part
              int end = Math.min(line.length, at + 1 + random.nextInt(20));
              yield spliced(line, at, at, Arrays.copyOfRange(line, at, end));
            }
            case 4 -> { // a part of another
              byte[] other = corpus.get(random.nextInt(corpus.size()));
              int start = other.length == 0 ? 0 : random.nextInt(other.length);
              int end = Math.min(other.length, start + random.nextInt(30));
              yield spliced(line, at, at, Arrays.copyOfRange(other, start, end));
            }
            default -> { // a word that means something
              String[] words = {
                "\"", "{", "}", "[", "null", "1e99", ",", ":", "\\u0000", "\\ud800"
              };
              yield spliced(line, at, at, words[random.nextInt(words.length)].getBytes(UTF_8));
            }
          };
    }
    return line;
  }

  private static byte[] spliced(byte[] line, int from, int to, byte[] between) {
    ByteArrayOutputStream spliced = new ByteArrayOutputStream();
    spliced.write(line, 0, from);
    spliced.writeBytes(between);
    int rest = Math.min(to, line.length);
    spliced.write(line, rest, line.length - rest);
    return spliced.toByteArray();
  }

  /** Gives a few bytes at a time. */
  private static final class Trickle extends InputStream {
    private final ByteArrayInputStream bytes;
    private final Random random;

    Trickle(byte[] bytes, Random random) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.random = random;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return bytes.read(into, offset, Math.min(length, 1 + random.nextInt(150)));
    }
  }
}
