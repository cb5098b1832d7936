package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.Layer;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The files that the repository ships: the template, the example and the folders it starts on. */
class ShippedPolicyTests {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void theTemplateRefusesToStartForWantOfARoot(ServerKind kind) throws IOException {
    Files.copy(REPOSITORY.resolve("policy.toml"), folder.resolve("policy.toml"));
    assertThat(PolicyFixture.refusal(load(kind, "policy.toml", Map.of())))
        .startsWith("policy.toml:")
        .contains(kind == ServerKind.TERMINAL ? "terminal.jail_root" : "files.workspace_root")
        .contains(" is not set: ")
        .contains(kind == ServerKind.TERMINAL ? "SAFE_MCP_JAIL_ROOT" : "SAFE_MCP_WORKSPACE_ROOT");
  }

  @Test
  void theTemplateExplainsEveryKeyAndShowsItsDefault() throws IOException {
    String text = Files.readString(REPOSITORY.resolve("policy.toml"));
    TomlValue.Table file = ((TomlReader.Reading.Read) TomlReader.read(text)).root();
    List<String> absent = new ArrayList<>();
    assertDefaults(file, PolicySchema.FILE, KeyPath.ROOT, absent);
    assertThat(absent).containsExactly("terminal.jail_root", "files.workspace_root");
    assertThat(text).contains("\n# jail_root = ").contains("\n# workspace_root = ");
  }

  private static void assertDefaults(
      TomlValue.Table table, Shape.Fields shape, KeyPath path, List<String> absent) {
    for (Shape.Key key : shape.keys()) {
      KeyPath way = path.child(key.name());
      TomlValue value = table.fields().get(key.name());
      if (value == null) {
        absent.add(way.dotted());
      } else if (key.shape() instanceof Shape.Fields fields) {
        assertDefaults((TomlValue.Table) value, fields, way, absent);
      } else if (!(key.shape() instanceof Shape.Listing || key.shape() instanceof Shape.Named)) {
        assertThat(value).as(way.dotted()).isEqualTo(key.fallback());
      }
    }
  }

  @Test
  void theTemplateNamesTheBoundsOfEveryNumber() throws IOException {
    String text = Files.readString(REPOSITORY.resolve("policy.toml"));
    for (Shape.Key section : PolicySchema.FILE.keys()) {
      assertBounds(text, section);
    }
  }

  private static void assertBounds(String text, Shape.Key key) {
    if (key.shape() instanceof Shape.Fields(List<Shape.Key> keys)) {
      keys.forEach(inner -> assertBounds(text, inner));
    } else if (key.shape() instanceof Shape.Whole(long least, long most, boolean zeroMeansNone)) {
      String comment = text.substring(0, text.indexOf("\n" + key.name() + " = "));
      comment = comment.substring(comment.lastIndexOf("\n#"));
      long shown = zeroMeansNone && least == 0 ? 1 : least;
      assertThat(comment)
          .as(key.name())
          .containsPattern(": " + shown + "( \\([^)]*\\))? to " + most + "\\b");
    }
  }

  @Test
  void theExampleStartsBothServersOnTheSeededFolders() throws Exception {
    seed();
    Files.copy(REPOSITORY.resolve("policy.example.toml"), folder.resolve("policy.example.toml"));
    for (ServerKind kind : ServerKind.values()) {
      Loading loading = load(kind, "policy.example.toml", Map.of());
      Policy policy = PolicyFixture.policy(loading);
      Path real = folder.toRealPath();
      assertThat(policy.audit().log()).isEqualTo(real.resolve("state/audit.jsonl"));
      assertThat(policy.terminal().orElseThrow().jailRoot())
          .isEqualTo(real.resolve("sandbox/terminal"));
      assertThat(policy.files().orElseThrow().workspaceRoot())
          .isEqualTo(real.resolve("sandbox/files"));
      assertThat(((Loading.Loaded) loading).warnings())
          .allSatisfy(
              line -> assertThat(line).contains("terminal.sandbox.grants is not enforced yet"));
    }
  }

  @Test
  void theExampleProposesTwoOfTheSeededFilesAndSkipsThree() throws IOException {
    Files.createDirectories(folder.resolve("sandbox/files"));
    Files.copy(REPOSITORY.resolve("policy.example.toml"), folder.resolve("policy.example.toml"));
    FilesPolicy files =
        PolicyFixture.policy(load(ServerKind.FILES, "policy.example.toml", Map.of()))
            .files()
            .orElseThrow();
    assertThat(category(files, ".png")).isEqualTo("Images");
    assertThat(category(files, ".pdf")).isEqualTo("Documents");
    assertThat(firstSkip(files, Label.DOTFILE).reason())
        .isEqualTo("dotfiles are configuration, not clutter to be filed");
    for (Label label : List.of(Label.INSTALLER, Label.EXECUTABLE, Label.APP_FOLDER)) {
      assertThat(firstSkip(files, label).reason())
          .isEqualTo(
              "installers, executables and application folders are left where the user put them");
    }
    for (Label label : Label.values()) {
      assertThat(firstSkip(files, label).layer())
          .as(label.word())
          .isEqualTo(label == Label.UNSAFE_NAME ? Layer.PROTECTION : Layer.RESTRAINT);
    }
    List<String> extensions =
        files.categories().stream().flatMap(each -> each.extensions().stream()).toList();
    assertThat(extensions).doesNotHaveDuplicates();
  }

  private static String category(FilesPolicy files, String extension) {
    return files.categories().stream()
        .filter(category -> category.extensions().contains(extension))
        .findFirst()
        .orElseThrow()
        .name();
  }

  private static FilesPolicy.SkipRule firstSkip(FilesPolicy files, Label label) {
    return files.skips().stream()
        .filter(skip -> skip.when().contains(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theSandboxIsSeededAndRestored() throws Exception {
    seed();
    assertSeeded();
    Files.writeString(folder.resolve("sandbox/files/photo.png"), "changed");
    Files.createDirectory(folder.resolve("sandbox/files/Images"));
    Files.move(
        folder.resolve("sandbox/files/report.pdf"),
        folder.resolve("sandbox/files/Images/report.pdf"));
    Files.writeString(folder.resolve("sandbox/terminal/new"), "");
    Files.writeString(folder.resolve("state/audit.jsonl"), "{}\n");
    Files.writeString(folder.resolve("state/organizer-journal.json"), "{}\n");
    seed();
    assertSeeded();
    assertThat(folder.resolve("state")).isDirectoryContaining("glob:**/audit.jsonl");
    assertThat(folder.resolve("state/organizer-journal.json")).doesNotExist();
  }

  private void assertSeeded() throws IOException {
    Path files = folder.resolve("sandbox/files");
    assertThat(names(folder.resolve("sandbox/terminal"))).containsExactly("notes.txt");
    assertThat(folder.resolve("sandbox/terminal/notes.txt")).hasContent("demo file\n").hasSize(10);
    assertThat(names(files))
        .containsExactly(".bashrc", "link.pdf", "photo.png", "report.pdf", "setup.exe");
    assertThat(files.resolve("photo.png")).hasSize(41);
    assertThat(files.resolve("report.pdf")).hasSize(16);
    assertThat(Files.readSymbolicLink(files.resolve("link.pdf"))).isEqualTo(Path.of("report.pdf"));
    assertThat(folder.resolve("state")).isDirectory();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private void seed() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                REPOSITORY.resolve("scripts/make_demo_sandbox.sh").toString(),
                folder.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private Loading load(ServerKind kind, String file, Map<String, String> environment) {
    return PolicyLoader.load(kind, Optional.of(file), environment, folder);
  }
}
