package dev.safemcp.safety.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The parser against two others that were written elsewhere: Python's shlex and the system's sh.
 */
class CommandLinePropertyTests {
  private static final long SEED = 4217;
  private static final int ROUNDS = 4000;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void theRecordedLinesSplitAsShlexSplitThem() throws IOException {
    assertRecordedLinesSplitAlike();
  }

  private static void assertRecordedLinesSplitAlike() throws IOException {
    List<JsonNode> table = new ArrayList<>();
    for (String line : resource("words.jsonl").lines().toList()) {
      table.add(JSON.readTree(line));
    }
    assertThat(table).hasSize(500);
    assertSplitsAlike("recorded", table);
  }

  @Test
  void randomLinesSplitAsShlexSplitsThem() throws Exception {
    String[] pieces = {
      "a",
      "bc",
      "'a b'",
      "\"c  d\"",
      "''",
      "\\\"",
      "\\ ",
      "-x",
      "--y=z",
      "'",
      "'",
      "\"",
      "\"",
      "\\",
      "\\",
      " ",
      " ",
      "#",
      "=",
      "*",
      "?",
      "[",
      "]",
      "~",
      "{",
      "}",
      "(",
      ")",
      "!",
      "^",
      "%",
      "/",
      ".",
      "é",
      "日",
      "\u00a0",
      "\u200d",
      "😀"
    };
    Random random = new Random(SEED);
    StringBuilder texts = new StringBuilder();
    for (int i = 0; i < ROUNDS; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(16); n >= 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      texts.append(JSON.writeValueAsString(text)).append('\n');
    }
    String out = oracle("python3", "words.py", texts.toString());
    if (out == null) {
      assertRecordedLinesSplitAlike();
      return;
    }
    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.lines().toList()) {
      answers.add(JSON.readTree(line));
    }
    assertThat(answers).hasSize(ROUNDS);
    assertSplitsAlike("seed " + SEED, answers);
  }

  /** Adds to shlex what it does otherwise than POSIX: {@code \$} inside double quotes. */
  @Test
  void randomLinesSplitAsTheShellSplitsThem() throws Exception {
    Random random = new Random(SEED);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      StringBuilder line = new StringBuilder("w");
      for (int n = random.nextInt(10); n >= 0; n--) {
        line.append(
            switch (random.nextInt(6)) {
              case 0 -> " ";
              case 1 -> "'" + some(random, "ab $#\\\"*~!é") + "'";
              case 2 -> '"' + some(random, "ab #'*~é").replace("'", "\\$") + '"';
              case 3 -> '"' + some(random, "ab\\").replace("\\", "\\\\\\a\\\"\\'") + '"';
              case 4 -> "\\" + some(random, "ab $#\\\"'*~é").substring(0, 1);
              default -> some(random, "ab=-*?/.,:%+@é");
            });
      }
      lines.add(line.toString());
    }
    String out = oracle("sh", "words.sh", String.join("\n", lines) + "\n");
    if (out == null) {
      assertRecordedLinesSplitAlike();
      return;
    }
    String[] answers = out.substring(0, out.length() - 1).split("\1", -1);
    assertThat(answers).hasSize(ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
      String answer = answers[i];
      assertThat(answer).as("the generator makes whole lines: %s", lines.get(i)).endsWith("\0");
      assertThat(CommandLine.parse(lines.get(i)))
          .as("seed %s, line %s: %s", SEED, i, lines.get(i))
          .isEqualTo(
              new CommandLine.Words(
                  Arrays.asList(answer.substring(0, answer.length() - 1).split("\0", -1))));
    }
  }

  @Test
  void noLineBreaksTheParserAndNoForbiddenCharacterSurvives() {
    String pieces = " ab'\"\\$(;|&<>`\n\t\u0000\u0085\u202e\u2028é😀";
    int[] alphabet = pieces.codePoints().toArray();
    for (int round = 0; round < 50_000; round++) {
      Random random = new Random(SEED + round);
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        // Forbidden characters are rare, or no line would come through.
        int bound = random.nextInt(5) == 0 ? alphabet.length : 7;
        text.appendCodePoint(alphabet[random.nextInt(bound)]);
      }
      if (CommandLine.parse(text.toString()) instanceof CommandLine.Words(List<String> words)) {
        assertThat(String.join(" ", words))
            .as("seed %s: %s", SEED + round, text)
            .doesNotContain(";", "|", "&", "<", ">", "`", "$(", "\n", "\t", "\0", "\u0085")
            .doesNotContain("\u202e", "\u2028");
      }
    }
  }

  private static void assertSplitsAlike(String origin, List<JsonNode> table) {
    for (JsonNode row : table) {
      String text = row.get(0).asText();
      if (text.isBlank()) {
        continue;
      }
      CommandLine parsed = CommandLine.parse(text);
      if (row.get(1).isNull()) {
        assertThat(parsed).as("%s: %s", origin, text).isInstanceOf(CommandLine.Malformed.class);
      } else {
        List<String> words = new ArrayList<>();
        row.get(1).forEach(word -> words.add(word.asText()));
        assertThat(parsed).as("%s: %s", origin, text).isEqualTo(new CommandLine.Words(words));
      }
    }
  }

  private static String some(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(4); n >= 0; n--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /** Returns what the program says, or null where the machine has no such program. */
  private @Nullable String oracle(String program, String script, String input) throws Exception {
    boolean there =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    if (!there) {
      return null;
    }
    Path in = Files.writeString(folder.resolve("in"), input);
    Path out = folder.resolve("out");
    Path code = Files.writeString(folder.resolve(script), resource(script));
    Process process =
        new ProcessBuilder(program, code.toString())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = CommandLinePropertyTests.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
