package dev.safemcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every input that the fuzzers of this module start from, or once stumbled over. */
@Timeout(60)
class FuzzCorpusTests {
  static List<Path> framing() throws IOException {
    return corpus("framing");
  }

  static List<Path> arguments() throws IOException {
    return corpus("arguments");
  }

  @ParameterizedTest
  @MethodSource("framing")
  void theFramingHoldsOnTheCorpus(Path input) throws IOException {
    FramingFuzz.fuzzerTestOneInput(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void theCheckOfArgumentsHoldsOnTheCorpus(Path input) throws IOException {
    ArgumentsFuzz.fuzzerTestOneInput(Files.readAllBytes(input));
  }

  private static List<Path> corpus(String target) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/fuzz", target))) {
      List<Path> inputs = files.sorted().toList();
      assertThat(inputs).isNotEmpty();
      return inputs;
    }
  }
}
