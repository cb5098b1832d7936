package dev.safemcp.safety.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.VettedCommands;
import dev.safemcp.safety.path.Jail.Containment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JailTests {
  @TempDir Path folder;
  private Path root = Path.of("");
  private Path outside = Path.of("");

  @BeforeEach
  void makeTree() throws IOException {
    root = Files.createDirectory(folder.resolve("root")).toRealPath();
    outside = Files.createDirectory(folder.resolve("outside")).toRealPath();
    Files.createDirectories(folder.resolve("root_evil"));
    Files.writeString(folder.resolve("root_evil/secret"), "s");
    Files.writeString(outside.resolve("secret.txt"), "s");
    Files.createDirectories(root.resolve("sub/deep"));
    Files.writeString(root.resolve("a.txt"), "a");
    Files.createSymbolicLink(root.resolve("inner"), Path.of("a.txt"));
    Files.createSymbolicLink(root.resolve("inner-dir"), Path.of("sub"));
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("out-file"), outside.resolve("secret.txt"));
    Files.createSymbolicLink(root.resolve("out-relative"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("dangling-out"), outside.resolve("absent"));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    Files.createSymbolicLink(root.resolve("a-loop"), Path.of("b-loop"));
    Files.createSymbolicLink(root.resolve("b-loop"), Path.of("a-loop"));
    Files.createSymbolicLink(root.resolve("sub/up"), Path.of("../.."));
    Files.createSymbolicLink(root.resolve("proc"), Path.of("/proc/self/root"));
  }

  private Containment contain(@org.jspecify.annotations.Nullable String cwd, String... arguments) {
    return Jail.of(root).contain(VettedCommands.of("cat", arguments), cwd, true);
  }

  @Test
  void aFolderInsideIsEntered() {
    for (String cwd :
        new String[] {
          "", ".", "sub", "sub/", "sub/deep", "sub/../sub", "./sub/deep/..", root + "/sub"
        }) {
      assertThat(contain(cwd)).as(cwd).isInstanceOf(Containment.Inside.class);
    }
    assertThat(contain(null)).isInstanceOf(Containment.Inside.class);
    assertThat(contain("sub/deep/.."))
        .isInstanceOfSatisfying(
            Containment.Inside.class,
            inside -> assertThat(inside.command().folder().relative()).isEqualTo(Path.of("sub")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "sub/../..",
        "../root",
        "/etc",
        "/",
        "out",
        "out/x",
        "inner-dir",
        "inner-dir/deep",
        "sub/up",
        "sub/up/root",
        "loop",
        "dangling-out",
        "../root_evil",
        "//etc"
      })
  void aFolderOutsideOrThroughALinkIsAnEscape(String cwd) {
    assertThat(contain(cwd))
        .isInstanceOfSatisfying(
            Containment.Escape.class, escape -> assertThat(escape.reason()).contains(cwd));
  }

  @Test
  void aSiblingThatBeginsWithTheRootsNameIsOutside() {
    assertThat(contain(root + "_evil")).isInstanceOf(Containment.Escape.class);
    assertThat(contain(null, root + "_evil/secret")).isInstanceOf(Containment.Escape.class);
  }

  @Test
  void aFolderThatIsNotThereIsNoEscape() {
    for (String cwd : new String[] {"absent", "sub/absent", "a.txt", "a.txt/x"}) {
      assertThat(contain(cwd)).as(cwd).isInstanceOf(Containment.NoFolder.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "//etc/passwd",
        "/",
        "..",
        "../x",
        "sub/../../x",
        "a/../../x",
        "out/secret.txt",
        "out-file",
        "out-relative/secret.txt",
        "dangling-out",
        "loop",
        "a-loop",
        "sub/up/outside/secret.txt",
        "sub/up",
        "proc/etc/passwd",
        "inner-dir/../../outside",
        "--file=/etc/passwd",
        "--file=../x",
        "--file=out-file",
        "of=/x",
        "if=../x",
        "-f/etc/passwd",
        "-C..",
        "-C../x",
        "-xf../a",
        "-xvf/a",
        "-fout-file",
        "@/etc/passwd",
        "--data=@/etc/passwd",
        "-d@/etc/passwd",
        "host:/etc/x",
        "HEAD:/etc",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "/proc/self/environ",
        "/dev/null",
        "~root/x",
        "--opt=~root",
        "x=y=/etc"
      })
  void anArgumentThatNamesAPlaceOutsideIsAnEscape(String argument) {
    assertThat(contain(null, "a.txt", argument))
        .isInstanceOfSatisfying(
            Containment.Escape.class, escape -> assertThat(escape.reason()).contains(argument));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.txt",
        "sub/deep",
        "inner",
        "inner-dir/deep",
        "sub/../a.txt",
        "./a.txt",
        "absent",
        "absent/x",
        "HEAD~1..HEAD",
        "a..b",
        "...",
        "https://host/x",
        "http://h:80/a/b",
        "+%H:%M",
        "s/a/b/",
        "1,2p",
        "{print $1}",
        "*.txt",
        "-n1",
        "-n",
        "--format=%h",
        "-",
        "--",
        "key=value",
        "~",
        "~/x",
        "-la",
        "-1",
        "a b",
        "it's",
        "@tag",
        "user@host",
        "a:b",
        "-I.",
        "GET /api"
      })
  void anArgumentThatNamesNothingOutsideIsLeftAlone(String argument) {
    assertThat(contain(null, argument)).isInstanceOf(Containment.Inside.class);
  }

  @Test
  void argumentsAreReadFromTheFolderTheyAreUsedIn() {
    assertThat(contain("sub/deep", "../../a.txt")).isInstanceOf(Containment.Inside.class);
    assertThat(contain("sub/deep", "../../../x")).isInstanceOf(Containment.Escape.class);
    assertThat(contain("sub", root + "/a.txt")).isInstanceOf(Containment.Inside.class);
    assertThat(contain("sub", "up/outside")).isInstanceOf(Containment.Escape.class);
  }

  @Test
  void withoutTheCheckOnlyTheFolderIsHeld() {
    Jail jail = Jail.of(root);
    assertThat(jail.contain(VettedCommands.of("cat", "/etc/passwd"), null, false))
        .isInstanceOf(Containment.Inside.class);
    assertThat(jail.contain(VettedCommands.of("cat"), "..", false))
        .isInstanceOf(Containment.Escape.class);
  }

  @Test
  void noReasonNamesAPlaceThatTheClientDidNot() {
    assertThat(contain("out"))
        .isInstanceOfSatisfying(
            Containment.Escape.class,
            escape -> assertThat(escape.reason()).doesNotContain(folder.toString()));
  }

  @Test
  void whatTheKernelWouldResolveOutsideIsAlwaysAnEscape() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> names =
        List.of(
            "sub",
            "deep",
            "up",
            "out",
            "inner-dir",
            "inner",
            "..",
            ".",
            "absent",
            "root",
            "outside");
    int escapes = 0;
    for (int round = 0; round < 5_000; round++) {
      List<String> parts = new ArrayList<>();
      for (int i = 1 + random.nextInt(5); i > 0; i--) {
        parts.add(names.get(random.nextInt(names.size())));
      }
      String argument = String.join("/", parts);
      boolean reached = Files.exists(root.resolve(argument));
      boolean outsideNow = reached && !root.resolve(argument).toRealPath().startsWith(root);
      Containment containment = contain(null, argument);
      if (outsideNow) {
        assertThat(containment)
            .as("seed %d: %s", seed, argument)
            .isInstanceOf(Containment.Escape.class);
        escapes++;
      } else if (reached
          && !argument.contains("..")
          && !argument.contains("up")
          && !argument.contains("out")) {
        assertThat(containment)
            .as("seed %d: %s", seed, argument)
            .isInstanceOf(Containment.Inside.class);
      }
    }
    assertThat(escapes).as("the walk met escapes at all").isGreaterThan(100);
  }
}
