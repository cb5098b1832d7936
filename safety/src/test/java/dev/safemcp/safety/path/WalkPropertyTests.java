package dev.safemcp.safety.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random trees of folders and links, random paths: the walk against the kernel and realpath. */
class WalkPropertyTests {
  private static final long SEED = 31337;
  private static final int TREES = 25;
  private static final int PATHS = 300;
  private static final String[] NAMES = {"a", "b", "c", "d"};

  @TempDir Path temporary;

  private record Case(Path root, String folder, String path, Walk.End end) {}

  @Test
  void randomPlacesEndWhereTheKernelAndRealpathSay() throws Exception {
    int inside = 0;
    int outside = 0;
    List<Case> cases = new ArrayList<>();
    for (int tree = 0; tree < TREES; tree++) {
      Random random = new Random(SEED + tree);
      Path base = Files.createDirectories(temporary.toRealPath().resolve("t" + tree));
      Path root = plant(random, base);
      List<String> folders;
      try (Stream<Path> found = Files.walk(root)) {
        folders =
            found
                .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                .map(each -> root.relativize(each).toString())
                .sorted()
                .toList();
      }
      for (int n = 0; n < PATHS; n++) {
        String folder = folders.get(random.nextInt(folders.size()));
        String path = path(random, root, 1 + random.nextInt(6));
        Walk walk = new Walk(root, Path.of(folder), TextProgram.NONE);
        cases.add(new Case(root, folder, path, walk.of(path)));
      }
    }
    for (Case each : cases) {
      assertAsTheKernel(each);
      if (each.end() == Walk.End.INSIDE) {
        inside++;
      } else {
        outside++;
      }
    }
    assertAsRealpath(cases);
    assertThat(inside).as("the generator stays inside at times").isGreaterThan(500);
    assertThat(outside).as("and leaves at times").isGreaterThan(500);
  }

  /** What the kernel finds outside is never called inside. */
  private static void assertAsTheKernel(Case each) {
    Path real;
    try {
      real = each.root().resolve(each.folder()).resolve(each.path()).toRealPath();
    } catch (IOException nothingThere) {
      return;
    }
    if (!real.startsWith(each.root())) {
      assertThat(each.end())
          .as("seed %s: %s is %s", SEED, each, real)
          .isNotEqualTo(Walk.End.INSIDE);
    }
  }

  /** What realpath says of every prefix decides both ways. */
  private void assertAsRealpath(List<Case> cases) throws Exception {
    boolean there =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "python3")));
    if (!there) {
      return; // the kernel has spoken, and the table of JailTests holds the other direction
    }
    ObjectMapper json = new ObjectMapper();
    StringBuilder input = new StringBuilder();
    for (Case each : cases) {
      input
          .append(
              json.writeValueAsString(List.of(each.root().toString(), each.folder(), each.path())))
          .append('\n');
    }
    Path script = temporary.resolve("places.py");
    if (Files.notExists(script)) {
      try (InputStream source = WalkPropertyTests.class.getResourceAsStream("places.py")) {
        Files.copy(Objects.requireNonNull(source), script);
      }
    }
    Path in = Files.writeString(temporary.resolve("in"), input);
    Path out = temporary.resolve("out");
    Process python =
        new ProcessBuilder("python3", script.toString())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(python.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(python.exitValue()).isZero();
    } finally {
      python.destroyForcibly();
    }
    List<String> answers = Files.readAllLines(out);
    assertThat(answers).hasSameSizeAs(cases);
    for (int i = 0; i < cases.size(); i++) {
      assertThat(cases.get(i).end() != Walk.End.INSIDE)
          .as("seed %s: %s", SEED, cases.get(i))
          .isEqualTo(Boolean.parseBoolean(answers.get(i)));
    }
  }

  /** Plants a tree and returns its root, which has a sibling of the same prefix. */
  private static Path plant(Random random, Path base) throws IOException {
    Path root = Files.createDirectory(base.resolve("a"));
    Files.createDirectories(base.resolve("ab/c"));
    Files.createDirectories(base.resolve("b/c"));
    Files.writeString(base.resolve("b/a"), "");
    List<Path> folders = new ArrayList<>(List.of(root));
    for (int n = 0; n < 25; n++) {
      Path folder = folders.get(random.nextInt(folders.size()));
      Path entry = folder.resolve(NAMES[random.nextInt(NAMES.length)]);
      if (Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      switch (random.nextInt(5)) {
        case 0, 1 -> folders.add(Files.createDirectory(entry));
        case 2 -> Files.writeString(entry, "");
        default ->
            Files.createSymbolicLink(entry, Path.of(path(random, root, 1 + random.nextInt(3))));
      }
    }
    return root;
  }

  private static String path(Random random, Path root, int length) {
    StringBuilder path =
        new StringBuilder(
            switch (random.nextInt(12)) {
              case 0 -> root + "/";
              case 1 -> root.resolveSibling(random.nextBoolean() ? "ab" : "b") + "/";
              case 2 -> random.nextBoolean() ? "/" : "./";
              default -> "";
            });
    for (int n = 0; n < length; n++) {
      path.append(
              switch (random.nextInt(8)) {
                case 0, 1 -> "..";
                case 2 -> ".";
                default -> NAMES[random.nextInt(NAMES.length)];
              })
          .append(random.nextInt(9) == 0 ? "//" : "/");
    }
    return random.nextBoolean() ? path.toString() : path.substring(0, path.length() - 1);
  }
}
