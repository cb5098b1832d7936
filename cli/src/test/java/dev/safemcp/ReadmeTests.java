package dev.safemcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the README to the code: a guarantee whose code or test is gone does not stand in it. */
class ReadmeTests {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** A method in the table, as in {@code `Jail.contain`}. */
  private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  @Test
  void everyGuaranteeNamesCodeAndATestThatExist() throws IOException {
    Map<String, String> sources = sources();
    List<String> rows = guarantees();
    assertThat(rows).as("the table is there").hasSizeGreaterThan(15);
    List<String> faults = new ArrayList<>();
    for (String row : rows) {
      String[] cells = row.split("\\|");
      List<String> enforcing = methods(cells[2]);
      List<String> holding = methods(cells[3]);
      if (enforcing.isEmpty() || holding.isEmpty()) {
        faults.add("names no code or no test: " + row);
      }
      enforcing.forEach(method -> check(method, false, sources, faults));
      holding.forEach(method -> check(method, true, sources, faults));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void everyTestThatADocumentNamesExists() throws IOException {
    Map<String, String> sources = sources();
    List<String> faults = new ArrayList<>();
    int seen = 0;
    try (Stream<Path> documents = Files.list(PROJECT.resolve("docs"))) {
      for (Path document : documents.filter(file -> file.toString().endsWith(".md")).toList()) {
        for (String method : methods(Files.readString(document))) {
          if (method.contains("Tests.")) {
            check(method, true, sources, faults);
            seen++;
          }
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(seen).as("the documents name tests").isGreaterThan(20);
  }

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    Matcher links = LINK.matcher(Files.readString(PROJECT.resolve("README.md")));
    int seen = 0;
    while (links.find()) {
      assertThat(PROJECT.resolve(links.group(1))).exists();
      seen++;
    }
    assertThat(seen).isPositive();
  }

  private static void check(
      String method, boolean test, Map<String, String> sources, List<String> faults) {
    String[] parts = method.split("\\.");
    String source = sources.getOrDefault(parts[0], "");
    boolean declared = Pattern.compile("\\b" + parts[1] + "\\(").matcher(source).find();
    if (!declared || test != parts[0].endsWith("Tests")) {
      faults.add(method + (test ? " is no test that exists" : " is no code that exists"));
    }
  }

  private static List<String> methods(String cell) {
    List<String> found = new ArrayList<>();
    Matcher matcher = METHOD.matcher(cell);
    while (matcher.find()) {
      found.add(matcher.group(1) + "." + matcher.group(2));
    }
    return found;
  }

  private static List<String> guarantees() throws IOException {
    return Files.readAllLines(PROJECT.resolve("README.md")).stream()
        .dropWhile(line -> !line.equals("## Guarantees"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
        .skip(1)
        .toList();
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(PROJECT)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        if (!PROJECT.relativize(file).toString().matches("(.*/)?(target|node_modules)/.*")) {
          String name = file.getFileName().toString();
          sources.merge(
              name.substring(0, name.length() - ".java".length()),
              Files.readString(file),
              String::concat);
        }
      }
    }
    return sources;
  }
}
