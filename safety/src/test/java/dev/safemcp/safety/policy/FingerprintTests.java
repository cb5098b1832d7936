package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Equal for equal decisions, and for nothing else. */
class FingerprintTests {
  @TempDir Path folder = Path.of("");
  private PolicyFixture fixture = new PolicyFixture(folder);

  @BeforeEach
  void layOut() throws IOException {
    fixture = PolicyFixture.in(folder);
    Files.createDirectories(fixture.path("jailx"));
    Files.createDirectories(fixture.path("inboxx"));
  }

  private String fingerprint(String text) {
    return PolicyFixture.policy(fixture.load(text)).fingerprint();
  }

  private static TomlValue.Table parse(String text) {
    return ((TomlReader.Reading.Read) TomlReader.read(text)).root();
  }

  @Test
  void theLayoutDoesNotCount() {
    TomlValue.Table full = parse(PolicyFixture.FULL);
    String expected = fingerprint(PolicyFixture.FULL);
    assertThat(fingerprint(TomlText.of(full))).isEqualTo(expected);
    assertThat(fingerprint(TomlText.backwards(full))).isEqualTo(expected);
    assertThat(fingerprint("# why\n" + PolicyFixture.FULL.replace("= ", "=  ")))
        .isEqualTo(expected);
    assertThat(
            fingerprint(
                PolicyFixture.FULL
                    .replace("[\"ls\", \"git\"]", "[\"git\", \"ls\", \"git\"]")
                    .replace("[\".pdf\", \".DOC\"]", "[\".doc\", \".PDF\"]")
                    .replace("[\"dotfile\", \"installer\"]", "[\"installer\", \"dotfile\"]")))
        .as("the order of a list of names decides nothing")
        .isEqualTo(expected);
  }

  @Test
  void aDefaultWrittenOutDoesNotCount() {
    assertThat(
            fingerprint(
                PolicyFixture.MINIMAL.replace(
                    "[terminal]\n", "[terminal]\ncontain_arguments = true\nrules = []\n")))
        .isEqualTo(fingerprint(PolicyFixture.MINIMAL));
  }

  @Test
  void everyChangedValueCounts() {
    TomlValue.Table full = parse(PolicyFixture.FULL);
    List<TomlValue.Table> changed = new ArrayList<>();
    Set<String> keys = new LinkedHashSet<>();
    changes(full, PolicySchema.FILE, "", keys)
        .forEach(change -> changed.add((TomlValue.Table) change));
    assertThat(keys).as("the fixture says every key").containsAll(leaves(PolicySchema.FILE, ""));
    Map<String, String> seen = new LinkedHashMap<>();
    seen.put(fingerprint(PolicyFixture.FULL), "nothing");
    for (TomlValue.Table change : changed) {
      String text = TomlText.of(change);
      String before = seen.put(fingerprint(text), text);
      assertThat(before).as("%s is told from%n%s", text, before).isNull();
    }
    assertThat(changed).hasSizeGreaterThan(40);
  }

  private static List<String> leaves(Shape shape, String path) {
    return switch (shape) {
      case Shape.Fields fields ->
          fields.keys().stream()
              .flatMap(key -> leaves(key.shape(), path + "." + key.name()).stream())
              .toList();
      case Shape.Listing(Shape element, boolean mayBeEmpty) -> leaves(element, path);
      case Shape.Named named -> leaves(named.element(), path);
      default -> List.of(path);
    };
  }

  /** Returns copies of a value, each with one leaf changed, or one list or one name. */
  private static List<TomlValue> changes(
      TomlValue value, Shape shape, String path, Set<String> keys) {
    List<TomlValue> copies = new ArrayList<>();
    switch (value) {
      case TomlValue.Table table -> {
        for (Map.Entry<String, TomlValue> field : table.fields().entrySet()) {
          boolean known = shape instanceof Shape.Fields;
          Shape inner =
              shape instanceof Shape.Fields fields
                  ? fields.key(field.getKey()).orElseThrow().shape()
                  : ((Shape.Named) shape).element();
          String way = known ? path + "." + field.getKey() : path;
          for (TomlValue change : changes(field.getValue(), inner, way, keys)) {
            Map<String, TomlValue> fields = new LinkedHashMap<>(table.fields());
            fields.put(field.getKey(), change);
            copies.add(new TomlValue.Table(fields));
          }
          if (!known) {
            Map<String, TomlValue> fields = new LinkedHashMap<>(table.fields());
            fields.remove(field.getKey());
            fields.put(field.getKey() + "x", field.getValue());
            copies.add(new TomlValue.Table(fields));
          }
        }
      }
      case TomlValue.Items(List<TomlValue> items) -> {
        for (int i = 0; i < items.size(); i++) {
          Shape element = ((Shape.Listing) shape).element();
          for (TomlValue change : changes(items.get(i), element, path, keys)) {
            List<TomlValue> other = new ArrayList<>(items);
            other.set(i, change);
            copies.add(new TomlValue.Items(other));
          }
        }
      }
      default -> {
        keys.add(path);
        copies.add(other(value, shape));
      }
    }
    return copies;
  }

  private static TomlValue other(TomlValue value, Shape shape) {
    return switch (value) {
      case TomlValue.Flag(boolean flag) -> new TomlValue.Flag(!flag);
      case TomlValue.Whole(long number) -> new TomlValue.Whole(number + 1);
      case TomlValue.Text(String text) when shape instanceof Shape.Choice choice ->
          new TomlValue.Text(
              choice.words().get((choice.words().indexOf(text) + 1) % choice.words().size()));
      case TomlValue.Text(String text) -> new TomlValue.Text(text + "x");
      default -> throw new AssertionError(value);
    };
  }

  /** Pins the rendering: the records of last year still name the policy of last year. */
  @Test
  void isTheSameInEveryProcess() {
    AuditPolicy audit =
        new AuditPolicy(Path.of("/state/audit.jsonl"), AuditPolicy.FailMode.CLOSED, 1024, 1);
    RedactionPolicy redaction =
        new RedactionPolicy(
            true,
            false,
            List.of(new RedactionPolicy.ExtraPattern("own", Pattern.compile("INT-[0-9]{8}"))));
    FilesPolicy files =
        new FilesPolicy(
            Path.of("/inbox"),
            Path.of("/state/journal.json"),
            5,
            List.of(new FilesPolicy.Category("Documents", Set.of(".pdf", ".doc", ".txt", ".md"))),
            List.of(
                new FilesPolicy.SkipRule(
                    FilesPolicy.Layer.RESTRAINT, Set.of(FilesPolicy.Label.values()), "why")));
    assertThat(Fingerprint.of(audit, redaction, Optional.empty(), Optional.of(files)))
        .isEqualTo("74dd667792ca7461c542ffe3ac112a33fb33587daee65833991c32d60c04bdff");
  }
}
