package dev.safemcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds every source to the one formatter. {@code scripts/format.sh} runs this with {@code
 * format.write} set, and then it mends instead.
 */
class FormatTests {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void everySourceIsFormatted() throws IOException, FormatterException {
    List<Path> sources = sources();
    assertThat(sources).as("the scan sees the sources").hasSizeGreaterThan(50);
    List<Path> unformatted = new ArrayList<>();
    for (Path source : sources) {
      String text = Files.readString(source);
      String formatted =
          new Formatter().formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(text));
      if (!formatted.equals(text)) {
        if (Boolean.getBoolean("format.write")) {
          Files.writeString(source, formatted);
        } else {
          unformatted.add(PROJECT.relativize(source));
        }
      }
    }
    assertThat(unformatted).as("run scripts/format.sh").isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(PROJECT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(
              file ->
                  !PROJECT.relativize(file).toString().matches("(.*/)?(target|node_modules)/.*"))
          .sorted()
          .toList();
    }
  }
}
