package dev.safemcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and the start-up archive that packaging made: taken where it fits, else not. */
class StartArchiveEndToEndTests {
  private static final Path BUILT = Session.LAUNCHER.resolve("../..").normalize();

  @TempDir Path folder;
  private Path copy = Path.of("");

  @BeforeEach
  void copyTheInstallation() throws IOException {
    copy = folder.resolve("elsewhere");
    Files.walkFileTree(
        BUILT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(copy.resolve(BUILT.relativize(path)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Path target = Files.copy(path, copy.resolve(BUILT.relativize(path)));
            assertThat(target.toFile().setExecutable(Files.isExecutable(path))).isTrue();
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Test
  void packagingMadeAnArchiveAndACopyTakesIt() throws Exception {
    assertThat(archives()).hasSize(1);
    assertThat(command()).contains("-XX:AOTCache=" + archives().getFirst());
    assertVersion();
  }

  @Test
  void anArchiveOfOtherJarsIsNotTaken() throws Exception {
    Path jar = jars().getLast();
    byte[] bytes = Files.readAllBytes(jar);
    bytes[bytes.length / 2] ^= 1; // of the same size, and with the same time
    var time = Files.getLastModifiedTime(jar);
    Files.write(jar, bytes);
    Files.setLastModifiedTime(jar, time);
    assertThat(command()).doesNotContain("AOTCache");
  }

  @Test
  void aDamagedArchiveOrNoneDoesNotSpoilStdout() throws Exception {
    Path archive = archives().getFirst();
    Files.writeString(archive, "no archive");
    assertVersion();
    Files.write(archive, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
    assertVersion();
    Files.delete(archive);
    assertVersion();
  }

  private void assertVersion() throws Exception {
    Process process =
        new ProcessBuilder(copy.resolve("bin/safe-mcp").toString(), "--version")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).matches("safe-mcp \\S+\\n");
    assertThat(process.exitValue()).isZero();
  }

  /** Returns what the launcher would run, as its shell traces it. */
  private String command() throws Exception {
    Process process =
        new ProcessBuilder("sh", "-x", copy.resolve("bin/safe-mcp").toString(), "--version")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    String trace = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return trace.substring(trace.indexOf("+ exec "));
  }

  private List<Path> archives() throws IOException {
    return lib("start-*.aot");
  }

  private List<Path> jars() throws IOException {
    return lib("*.jar");
  }

  private List<Path> lib(String glob) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(copy.resolve("lib"), glob)) {
      files.forEach(found::add);
    }
    return found.stream().sorted().toList();
  }
}
