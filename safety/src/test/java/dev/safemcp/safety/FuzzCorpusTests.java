package dev.safemcp.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.command.CommandLineFuzz;
import dev.safemcp.safety.policy.PolicyFuzz;
import dev.safemcp.safety.redact.RedactorFuzz;
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
  static List<Path> command() throws IOException {
    return corpus("command");
  }

  static List<Path> policy() throws IOException {
    return corpus("policy");
  }

  @ParameterizedTest
  @MethodSource("command")
  void theParserHoldsOnTheCorpus(Path input) throws IOException {
    CommandLineFuzz.fuzzerTestOneInput(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource("policy")
  void theLoaderHoldsOnTheCorpus(Path input) throws IOException {
    PolicyFuzz.fuzzerTestOneInput(Files.readAllBytes(input));
  }

  static List<Path> redactor() throws IOException {
    return corpus("redactor");
  }

  @ParameterizedTest
  @MethodSource("redactor")
  void theRedactorHoldsOnTheCorpus(Path input) throws IOException {
    RedactorFuzz.fuzzerTestOneInput(Files.readAllBytes(input));
  }

  private static List<Path> corpus(String target) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/fuzz", target))) {
      List<Path> inputs = files.sorted().toList();
      assertThat(inputs).isNotEmpty();
      return inputs;
    }
  }
}
