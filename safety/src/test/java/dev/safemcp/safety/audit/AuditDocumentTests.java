package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/audit.md says of a record, done by hand. */
class AuditDocumentTests {
  @TempDir Path folder;

  /** The rule of the document, written again without the code that it describes. */
  private static Optional<String> headByHand(List<String> lines) throws NoSuchAlgorithmException {
    String prev = "0".repeat(64);
    for (String line : lines) {
      String unsealed = line.substring(0, line.lastIndexOf(",\"hash\":")) + "}";
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(unsealed.getBytes(StandardCharsets.UTF_8));
      String hash = HexFormat.of().formatHex(sum);
      if (!line.contains("\"prev\":\"" + prev + "\"") || !line.endsWith("\"" + hash + "\"}")) {
        return Optional.empty();
      }
      prev = hash;
    }
    return Optional.of(prev);
  }

  @Test
  void theRuleOfTheDocumentFindsTheSameHead() throws NoSuchAlgorithmException {
    LogFixture log = LogFixture.closed(folder).with(5);
    List<String> lines = log.lines();

    assertThat(headByHand(lines)).contains(log.intact().head());
    lines.set(3, lines.get(3).replace("echo", "harm"));
    assertThat(headByHand(lines)).isEmpty();
  }

  @Test
  void theDocumentsOwnProgramFindsTheSameHeadAndTheSameLine()
      throws IOException, InterruptedException {
    if (!Shell.exists("python3")) {
      // The rule above holds the same promise where there is no Python to run the program.
      return;
    }
    LogFixture log = LogFixture.closed(folder).with(5);
    Path program = folder.resolve("verify.py");
    String document = Files.readString(document());
    int start = document.indexOf("```python\n") + 10;
    Files.writeString(program, document.substring(start, document.indexOf("```", start)));

    assertThat(Shell.output("python3", program.toString(), log.log.toString()))
        .isEqualTo("head " + log.intact().head() + "\n");
    List<String> lines = log.lines();
    lines.set(3, lines.get(3).replace("echo", "harm"));
    LogFixture.write(log.log, lines);
    assertThat(Shell.output("python3", program.toString(), log.log.toString()))
        .contains("line 4 was changed");
  }

  @Test
  void theDocumentNamesEachFieldInItsOrder() throws IOException {
    String line = LogFixture.closed(folder).with(1).lines().getFirst();
    List<String> fields =
        java.util.regex.Pattern.compile("\"([a-z_]+)\":")
            .matcher(line.replaceAll("\\\\\"", ""))
            .results()
            .map(match -> match.group(1))
            .filter(name -> !name.equals("command"))
            .toList();
    List<String> described =
        Files.readAllLines(document()).stream()
            .dropWhile(row -> !row.equals("## A record"))
            .takeWhile(row -> !row.equals("## The chain"))
            .filter(row -> row.startsWith("| `"))
            .map(row -> row.substring(3, row.indexOf('`', 3)))
            .toList();

    assertThat(described).isEqualTo(fields);
  }

  private static Path document() {
    return Path.of("").toAbsolutePath().resolveSibling("docs").resolve("audit.md");
  }
}
