package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramSearchTests {
  @TempDir Path temporary;
  private Path base = Path.of("");
  private Path root = Path.of("");
  private Path bin = Path.of("");

  @BeforeEach
  void fill() throws IOException {
    base = temporary.toRealPath();
    root = Files.createDirectories(base.resolve("root"));
    bin = base.resolve("bin");
    VettedCommands.program(bin, "tool");
  }

  private Optional<Program> find(String name, Object... folders) {
    return new ProgramSearch(Arrays.stream(folders).map(Object::toString).toList(), List.of(root))
        .find(name);
  }

  @Test
  void theFirstFolderThatHasItWins() throws IOException {
    Path other = VettedCommands.program(base.resolve("other"), "tool");
    assertThat(find("tool", base.resolve("absent"), base.resolve("other"), bin))
        .contains(new Program(other, other));
  }

  @Test
  void foldersThatAreRelativeOrNoneDoNotCount() throws IOException {
    Path here = Path.of("").toAbsolutePath().relativize(bin);
    assertThat(Files.exists(here.resolve("tool"))).isTrue();
    assertThat(find("tool", "", ".", here, "bin", "~/bin", "\0", bin.resolve("tool"))).isEmpty();
    assertThat(find("tool", "", here, bin)).isPresent();
  }

  @Test
  void foldersInsideTheRootDoNotCount() throws IOException {
    Path inside = root.resolve("bin");
    VettedCommands.program(inside, "tool");
    VettedCommands.program(root, "tool");
    Path link = Files.createSymbolicLink(base.resolve("link"), inside);
    assertThat(find("tool", inside, root, inside + "/../bin", link, root + "/")).isEmpty();
    Path evil = VettedCommands.program(base.resolve("root_evil"), "tool");
    assertThat(find("tool", inside, base.resolve("root_evil"))).contains(new Program(evil, evil));
  }

  @Test
  void aProgramReachedThroughTheRootDoesNotCount() throws IOException {
    Path inside = VettedCommands.program(root.resolve("bin"), "real");
    Files.createSymbolicLink(bin.resolve("into"), inside);
    Files.createSymbolicLink(root.resolve("hop"), bin);
    Files.createSymbolicLink(bin.resolve("through"), root.resolve("hop/tool"));
    Files.createSymbolicLink(base.resolve("folder"), root.resolve("hop"));
    assertThat(find("into", bin)).isEmpty();
    assertThat(Files.isExecutable(bin.resolve("through"))).isTrue();
    assertThat(find("through", bin)).isEmpty();
    assertThat(find("tool", base.resolve("folder"))).isEmpty();
    assertThat(find("tool", root + "/../bin")).isEmpty();
  }

  @Test
  void aLinkKeepsItsNameAndItsFileIsKnown() throws IOException {
    Files.createSymbolicLink(bin.resolve("xzcat"), Path.of("tool"));
    Path link = Files.createSymbolicLink(base.resolve("link"), bin);
    assertThat(find("xzcat", link))
        .contains(new Program(bin.resolve("xzcat"), bin.resolve("tool")));
    assertThat(find("tool", bin + "/../bin/."))
        .contains(new Program(bin.resolve("tool"), bin.resolve("tool")));
  }

  @Test
  void whatIsNoExecutableFileDoesNotCount() throws IOException {
    Files.createDirectories(bin.resolve("folder"));
    Files.writeString(bin.resolve("text"), "");
    Files.createSymbolicLink(bin.resolve("dangling"), Path.of("absent"));
    Files.createSymbolicLink(bin.resolve("loop"), Path.of("loop"));
    for (String name : List.of("folder", "text", "dangling", "loop", "absent", "\0")) {
      assertThat(find(name, bin)).as(name).isEmpty();
    }
  }
}
