package dev.safemcp.safety.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The parser against parsers that we did not write: the system's shell, and Python's shlex where
 * there is one.
 */
class CommandLinePropertyTests {
  private static final int INPUTS = 3_000;

  /**
   * No metacharacter, nothing that a shell expands, no backquote: quotes, backslashes, blanks and
   * words.
   */
  private static final String ALPHABET = "ab-=./:@%+,_^  ''\"\"\\\\\u00e9";

  @TempDir Path folder;

  @Test
  void wordsAreThoseOfTheShell() throws Exception {
    long seed = new Random().nextLong();
    List<String> inputs = inputs(seed);
    // Each input is a line of its own of one script; set -- splits it, and the words are printed
    // between marks.
    StringBuilder script = new StringBuilder("set -f\n");
    List<String> whole = new ArrayList<>();
    for (String input : inputs) {
      if (CommandLine.parse(input) instanceof CommandLine.Words) {
        whole.add(input);
        script.append("set -- ").append(input).append("\nprintf '%s\\n' \"$#\" \"$@\"\n");
      }
    }
    assertThat(whole).hasSizeGreaterThan(INPUTS / 5);
    compare(seed, whole, run(List.of("/bin/sh"), script.toString()));
  }

  @Test
  void wordsAndFaultsAreThoseOfShlex() throws Exception {
    long seed = new Random().nextLong();
    List<String> inputs = inputs(seed);
    String program =
        """
        import shlex, sys
        for line in sys.stdin.read().split("\\n")[:-1]:
            try:
                words = shlex.split(line, posix=True)
                print(len(words), *words, sep="\\n")
            except ValueError:
                print("fault")
        """;
    Path oracle = Files.writeString(folder.resolve("oracle.py"), program);
    List<String> answers;
    try {
      answers = run(List.of("python3", oracle.toString()), String.join("\n", inputs) + "\n");
    } catch (IOException noPython) {
      // The shell's test stands alone then; these were written down from the oracle.
      assertThat(CommandLine.parse("a 'b c'\"d\\\"\" \\e"))
          .isEqualTo(new CommandLine.Words(List.of("a", "b cd\"", "e")));
      return;
    }
    int at = 0;
    for (String input : inputs) {
      String first = answers.get(at++);
      String hint = "seed " + seed + ": <" + input + ">";
      switch (CommandLine.parse(input)) {
        case CommandLine.Malformed malformed -> assertThat(first).as(hint).isEqualTo("fault");
        case CommandLine.Refused empty -> assertThat(first).as(hint).isEqualTo("0");
        case CommandLine.Words line -> {
          assertThat(first).as(hint).isEqualTo(Integer.toString(line.words().size()));
          // Inside double quotes shlex keeps the backslash before $ and `, where POSIX drops it;
          // neither occurs here.
          assertThat(answers.subList(at, at + line.words().size()))
              .as(hint)
              .isEqualTo(line.words());
          at += line.words().size();
        }
      }
    }
    assertThat(at).isEqualTo(answers.size());
  }

  private static void compare(long seed, List<String> inputs, List<String> answers) {
    int at = 0;
    for (String input : inputs) {
      List<String> words =
          CommandLine.parse(input) instanceof CommandLine.Words line ? line.words() : List.of();
      int count = Integer.parseInt(answers.get(at++));
      assertThat(answers.subList(at, at + count)).as("seed %d: <%s>", seed, input).isEqualTo(words);
      at += count;
    }
  }

  private static List<String> inputs(long seed) {
    Random random = new Random(seed);
    List<String> inputs = new ArrayList<>();
    for (int i = 0; i < INPUTS; i++) {
      StringBuilder text = new StringBuilder();
      int length = 1 + random.nextInt(14);
      for (int j = 0; j < length; j++) {
        text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
      inputs.add(text.toString());
    }
    return inputs;
  }

  private List<String> run(List<String> command, String input)
      throws IOException, InterruptedException {
    Path in = Files.writeString(folder.resolve("in"), input);
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }
}
