package dev.safemcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The organizer through the built launcher: names on the wire, crowds, and other hands. */
class FilesEndToEndTests {
  /**
   * What must reach no screen: controls but for the line break, bidi controls, tags and the like.
   */
  private static final Pattern UNSAFE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\x{e0000}-\\x{e0fff}]");

  /** The codes that a call may end with when other programs are at work. */
  private static final Set<String> TYPED = Set.of("OK", "OPERATION_FAILED", "INVALID_REQUEST");

  @TempDir Path folder;
  private Path policy = Path.of("");
  private Path root = Path.of("");

  @BeforeEach
  void writePolicy() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(folder.resolve("state"));
    policy =
        Files.writeString(
            folder.resolve("policy.toml"),
            """
            audit_log = "state/audit.jsonl"
            [files]
            workspace_root = "root"
            journal = "state/journal.json"
            [files.categories]
            Documents = [".txt", ".pdf"]
            Images = [".png"]
            [[files.skip]]
            layer = "protection"
            when = ["unsafe-name"]
            reason = "unsafe names stay"
            """);
  }

  private void file(String name) throws IOException {
    Files.createDirectories(root.resolve(name).getParent());
    Files.writeString(root.resolve(name), name);
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static void assertSafe(JsonNode answer) {
    if (answer.isTextual()) {
      assertThat(UNSAFE.matcher(answer.textValue()).find()).as(answer.toString()).isFalse();
    }
    answer.forEach(FilesEndToEndTests::assertSafe);
  }

  @Test
  void hostileNamesAreShownHarmlesslyAndNeverMoved() throws Exception {
    List<String> unsafe =
        List.of(
            "line\nbreak.pdf",
            "tab\t.pdf",
            "escape\u001b[31m.pdf",
            "c1\u0085.pdf",
            "rtl\u202egpj.pdf",
            "isolate\u2066.pdf",
            "zero\u200bwidth.pdf",
            "tag\udb40\udc41.pdf",
            "selector\udb40\udd01.pdf",
            "separator\u2028.pdf");
    for (String name : unsafe) {
      file(name);
    }
    shell("printf x > \"$(printf 'bad\\377.pdf')\"");
    file("plain.pdf");
    try (Session session = Session.open("files", policy)) {
      JsonNode listed = session.call("list_files", Map.of());
      assertSafe(listed);
      assertThat(listed.at("/detail/entries")).hasSize(unsafe.size() + 2);
      assertThat(elements(listed.at("/detail/entries")))
          .filteredOn(entry -> !entry.path("name").asText().equals("plain.pdf"))
          .allSatisfy(
              entry -> {
                assertThat(entry.path("code").asText()).isEqualTo("POLICY_DENIED");
                assertThat(entry.path("would_move").asBoolean()).isFalse();
              });
      JsonNode plan = session.call("plan_organize", Map.of());
      assertSafe(plan);
      assertThat(plan.at("/detail/moves")).hasSize(1);
      for (JsonNode entry : listed.at("/detail/entries")) {
        String shown = entry.path("name").asText();
        if (!shown.equals("plain.pdf")) {
          JsonNode answer = session.call("move_file", Map.of("src", shown, "dest", "good.pdf"));
          assertThat(answer.path("code").asText())
              .as("what is shown is no name of it: %s", shown)
              .isEqualTo("OPERATION_FAILED");
        }
      }
      for (String name : unsafe) {
        for (Map<String, String> arguments :
            List.of(
                Map.of("src", name, "dest", "good.pdf"),
                Map.of("src", "plain.pdf", "dest", name + "x"))) {
          JsonNode answer = session.call("move_file", arguments);
          assertSafe(answer);
          assertThat(answer.path("code").asText()).as(name).isEqualTo("POLICY_DENIED");
        }
      }
      assertThat(session.noise()).isEmpty();
    }
    assertThat(root.resolve("plain.pdf")).hasContent("plain.pdf");
    assertThat(root.resolve("good.pdf")).doesNotExist();
  }

  @Test
  void longAndTwinNamesAreHeldApart() throws Exception {
    String longest = "n".repeat(251) + ".txt";
    List<String> names =
        List.of(longest, "日".repeat(83) + ".txt", "A.txt", "a.txt", "\u00e9.txt", "e\u0301.txt");
    for (String name : names) {
      file(name);
    }
    try (Session session = Session.open("files", policy)) {
      for (int round = 0; round < 2; round++) {
        JsonNode plan = session.call("plan_organize", Map.of());
        assertThat(plan.at("/detail/move_count").asInt()).isEqualTo(round == 0 ? 4 : 2);
        assertThat(
                session
                    .call("apply_plan", Map.of("plan_id", plan.at("/detail/plan_id").asText()))
                    .path("code")
                    .asText())
            .isEqualTo("OK");
      }
      for (String name : names) {
        assertThat(root.resolve("Documents").resolve(name)).hasContent(name);
      }
      assertThat(
              session
                  .call("move_file", Map.of("src", "Documents/a.txt", "dest", "n".repeat(256)))
                  .path("code")
                  .asText())
          .isEqualTo("OPERATION_FAILED");
      assertThat(session.call("undo_last_action", Map.of()).path("ok").asBoolean()).isTrue();
      assertThat(session.call("undo_last_action", Map.of()).path("ok").asBoolean()).isTrue();
    }
    for (String name : names) {
      assertThat(root.resolve(name)).hasContent(name);
    }
  }

  /** Names of 255 bytes, so that few of them fill an answer. */
  @Test
  void noAnswerIsLargerThanAClientTakesAndItSaysSo() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      file("%05d".formatted(i) + "\u65e5".repeat(82) + (i % 2 == 0 ? ".txt" : ".xy"));
    }
    try (Session session = Session.open("files", policy)) {
      JsonNode listed = session.call("list_files", Map.of());
      assertThat(listed.at("/detail/truncated").asBoolean()).isTrue();
      assertThat(listed.at("/detail/entry_count").asInt()).isEqualTo(3_000);
      JsonNode plan = session.call("plan_organize", Map.of());
      assertThat(plan.at("/detail/truncated").asBoolean()).isTrue();
      assertThat(plan.at("/detail/skip_count").asInt()).isEqualTo(1_500);
      JsonNode applied =
          session.call("apply_plan", Map.of("plan_id", plan.at("/detail/plan_id").asText()));
      assertThat(applied.at("/detail/moved").asInt())
          .isEqualTo(plan.at("/detail/moves").size())
          .isGreaterThan(100);
      JsonNode undone = session.call("undo_last_action", Map.of());
      for (JsonNode answer : List.of(listed, plan, applied, undone)) {
        assertThat(answer.path("code").asText()).isEqualTo("OK");
        // Twice in a result, once of it as text, whose quotes are escaped.
        String json = answer.toString();
        long text = json.length() + json.chars().filter(c -> c == '"' || c == '\\').count();
        long utf8 = json.getBytes(StandardCharsets.UTF_8).length;
        assertThat(2 * utf8 + (text - json.length())).isLessThan(1_000_000);
      }
    }
  }

  @Test
  void sixtyFourCallsSideBySideAreAllAnswered() throws Exception {
    for (int i = 0; i < 20_000; i++) {
      Files.createFile(root.resolve("f%05d.txt".formatted(i)));
    }
    try (Session session = Session.open("files", policy)) {
      List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        answers.add(
            switch (i % 4) {
              case 0 -> session.submit("list_files", Map.of());
              case 1 -> session.submit("plan_organize", Map.of());
              case 2 ->
                  session.submit(
                      "move_file",
                      Map.of("src", "f%05d.txt".formatted(i), "dest", "named/%05d".formatted(i)));
              default -> session.submit("list_files", Map.of("subdir", "."));
            });
      }
      for (CompletableFuture<JsonNode> answer : answers) {
        assertThat(answer.get(120, TimeUnit.SECONDS).path("code").asText()).isEqualTo("OK");
      }
      for (int i = 0; i < 16; i++) {
        assertThat(session.call("undo_last_action", Map.of()).path("code").asText())
            .isEqualTo("OK");
      }
      assertThat(session.leave(Duration.ofSeconds(10))).isZero();
    }
    assertThat(root.resolve("named")).doesNotExist();
  }

  /** Two servers share workspace and journal, and a person moves the same files with mv. */
  @Test
  void twoServersAndAPersonWithMvLoseNothing(TestReporter reporter) throws Exception {
    int count = 60;
    for (int i = 0; i < count; i++) {
      file("f%02d.txt".formatted(i));
    }
    Files.createDirectory(root.resolve("mine"));
    Files.createFile(root.resolve("go"));
    // mv -n never goes over anything; it takes files out of the servers' hands and back.
    Process person =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "while [ -e go ]; do mv -n f*3.txt f*7.txt mine/; mv -n mine/* .;"
                    + " mv -n Documents/*5.txt mine/; done 2>/dev/null")
            .directory(root.toFile())
            .start();
    Map<String, Integer> codes = new TreeMap<>();
    try (Session one = Session.open("files", policy);
        Session two = Session.open("files", policy)) {
      Random random = new Random(7);
      for (int round = 0; round < 80; round++) {
        Session session = random.nextBoolean() ? one : two;
        Session other = session == one ? two : one;
        CompletableFuture<JsonNode> beside =
            other.submit(
                "move_file",
                Map.of(
                    "src",
                    "f%02d.txt".formatted(random.nextInt(count)),
                    "dest",
                    "Images/%02d.txt".formatted(random.nextInt(count))));
        JsonNode plan = session.call("plan_organize", Map.of());
        List<JsonNode> answers =
            List.of(
                plan,
                session.call("apply_plan", Map.of("plan_id", plan.at("/detail/plan_id").asText())),
                session.call("undo_last_action", Map.of()),
                session.call(
                    random.nextBoolean() ? "redo_last_action" : "undo_last_action", Map.of()),
                beside.get(30, TimeUnit.SECONDS));
        for (JsonNode answer : answers) {
          String code = answer.path("code").asText();
          assertThat(TYPED).as(answer.toString()).contains(code);
          codes.merge(answer.path("action").asText() + " " + code, 1, Integer::sum);
        }
      }
      Files.delete(root.resolve("go"));
      assertThat(person.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(one.noise()).isEmpty();
    } finally {
      person.destroyForcibly();
    }
    reporter.publishEntry("answers", codes.toString());
    Map<String, Integer> places = new HashMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        places.merge(Files.readString(path), 1, Integer::sum);
      }
    }
    assertThat(places).as("every file in exactly one place").hasSize(count);
    assertThat(places.values()).containsOnly(1);
    assertThat(codes).containsKeys("apply_plan OK", "apply_plan OPERATION_FAILED");
  }

  private void shell(String script) throws Exception {
    Process process =
        new ProcessBuilder("/bin/sh", "-c", script).directory(root.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }
}
