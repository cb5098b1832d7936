package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way to a file, as the kernel takes it. */
class TrailTests {
  @TempDir Path folder = Path.of("");
  private Path base = folder;

  @BeforeEach
  void layOut() throws IOException {
    base = folder.toRealPath();
    Files.createDirectories(base.resolve("a/b"));
    Files.createSymbolicLink(base.resolve("link"), Path.of("a/b"));
    Files.createSymbolicLink(base.resolve("a/absolute"), base.resolve("link"));
  }

  private Trail trail(String path) {
    return Trail.of(base.resolve(path)).orElseThrow();
  }

  @Test
  void endsWhereTheSystemEnds() throws IOException {
    for (String path : new String[] {"link", "link/..", "a/absolute/..", "a/./b/../../link", "."}) {
      assertThat(trail(path).end()).as(path).isEqualTo(base.resolve(path).toRealPath());
    }
    assertThat(Trail.of(Path.of("/../..")).orElseThrow().end()).isEqualTo(Path.of("/"));
  }

  @Test
  void whatDoesNotExistFollowsWhatDoes() {
    assertThat(trail("link/../new/x").end()).isEqualTo(base.resolve("a/new/x"));
    assertThat(trail("link/new/../x").end()).isEqualTo(base.resolve("a/b/x"));
  }

  @Test
  void aCircleHasNoEnd() throws IOException {
    Files.createSymbolicLink(base.resolve("one"), Path.of("two"));
    Files.createSymbolicLink(base.resolve("two"), Path.of("one/x"));
    assertThat(Trail.of(base.resolve("one"))).isEmpty();
  }

  @Test
  void touchesAFolderThatItEndsInOrPassesThrough() throws IOException {
    Files.createSymbolicLink(base.resolve("a/b/out"), base);
    assertThat(trail("a/b/out/x").touches(base.resolve("a"))).isTrue();
    assertThat(trail("a/b").touches(base.resolve("a/b"))).isTrue();
    assertThat(trail("a").touches(base.resolve("a/b"))).isFalse();
    assertThat(trail("a/../x").touches(base.resolve("a"))).as("a itself lies outside").isFalse();
    assertThat(trail("ab").touches(base.resolve("a"))).as("a sibling").isFalse();
  }

  @Test
  void knowsAFolderByAnyOfItsNames() {
    assertThat(trail("a/b/new").touches(base.resolve("link"))).isTrue();
    assertThat(trail("a/new").touches(base.resolve("link"))).isFalse();
  }
}
