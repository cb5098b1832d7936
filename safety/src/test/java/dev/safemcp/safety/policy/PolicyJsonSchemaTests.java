package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The committed JSON Schema says what the loader says. */
class PolicyJsonSchemaTests {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
  private static final Path COMMITTED = REPOSITORY.resolve("policy.schema.json");
  private static final TomlMapper TOML = new TomlMapper();

  /** Run with {@code -Dpolicy.schema.write=true} to write the file anew. */
  @Test
  void theCommittedFileIsWhatTheLoadersSchemaSays() throws IOException {
    String schema = PolicyJsonSchema.of(Files.readString(REPOSITORY.resolve("policy.toml")));
    if (Boolean.getBoolean("policy.schema.write")) {
      Files.writeString(COMMITTED, schema);
    }
    assertThat(COMMITTED)
        .as("write it anew with mvn test -Dtest=PolicyJsonSchemaTests -Dpolicy.schema.write=true")
        .content()
        .isEqualTo(schema);
  }

  @Test
  void itIsAJsonSchemaAndExplainsEveryKey() throws IOException {
    JsonNode schema = new ObjectMapper().readTree(Files.readString(COMMITTED));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(
                    com.networknt.schema.SchemaLocation.of(
                        "http://json-schema.org/draft-07/schema#"))
                .validate(schema.toString(), com.networknt.schema.InputFormat.JSON))
        .isEmpty();
    List<String> bare = new ArrayList<>();
    schema
        .path("properties")
        .path("terminal")
        .path("properties")
        .path("limits")
        .path("properties")
        .properties()
        .forEach(
            key -> {
              if (!key.getValue().has("description")) {
                bare.add(key.getKey());
              }
            });
    assertThat(bare).isEmpty();
    assertThat(schema.at("/properties/terminal/properties/jail_root/description").asText())
        .startsWith("REQUIRED for the terminal");
  }

  private static List<String> problems(String toml) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(Files.readString(COMMITTED));
    return schema
        .validate(TOML.readTree(toml).toString(), com.networknt.schema.InputFormat.JSON)
        .stream()
        .map(error -> error.getInstanceLocation() + " " + error.getMessage())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy.toml", "policy.example.toml"})
  void theShippedFilesAreValid(String name) throws IOException {
    assertThat(problems(Files.readString(REPOSITORY.resolve(name)))).isEmpty();
  }

  @Test
  void whatSaysEveryKeyIsValid() throws IOException {
    assertThat(problems(PolicyFixture.FULL)).isEmpty();
    assertThat(problems("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "audit_logg = 'a'",
        "audit_log = 1",
        "audit_log = ''",
        "audit_log = '~/log'",
        "audit_fail_mode = 'shut'",
        "audit.max_bytes = 1",
        "audit.keep = -1",
        "terminal.limits.timeout_seconds = 0",
        "terminal.limits.memory_bytes = 5",
        "terminal.limits.timeout_seconds = 1.5",
        "terminal.sandbox.mode = 'on'",
        "terminal.allowlist.commands = ['/bin/ls']",
        "terminal.allowlist.commands = ['ls -l']",
        "terminal.rules = [{ command = 'git', deny_args = [], reason = 'r' }]",
        "terminal.rules = [{ command = 'git', deny_args = ['x'] }]",
        "terminal.examples = [{ command = 'git', expect = 'FINE' }]",
        "redaction.extra_patterns = [{ name = 'a b', regex = 'x' }]",
        "files.categories = { '.hidden' = ['.a'] }",
        "files.categories = { A = ['pdf'] }",
        "files.skip = [{ layer = 'shield', when = ['dotfile'], reason = 'r' }]",
      })
  void whatTheLoaderRefusesByItsSchemaAnEditorMarks(String toml) throws IOException {
    PolicyFile file = new PolicyFile("p", Path.of("/p"), Path.of("/p"), toml);
    Faults faults = new Faults(file);
    new SchemaCheck(faults).check(((TomlReader.Reading.Read) TomlReader.read(toml)).root());
    assertThat(faults.none()).as("the loader refuses it").isFalse();
    assertThat(problems(toml)).as("the schema marks it").isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void noPatternRefusesWhatTheLoaderTakes(TextRule rule) {
    String letters = "ab.~/\\ \t\n\u00a0-_=é\uD83D\uDE00'\"*9";
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(6); i >= 0; i--) {
        int at =
            letters.offsetByCodePoints(
                0, random.nextInt(letters.codePointCount(0, letters.length())));
        text.appendCodePoint(letters.codePointAt(at));
      }
      if (rule.fault(text.toString()).isEmpty()) {
        rule.pattern()
            .ifPresent(
                pattern ->
                    assertThat(text.toString()).as("seed in %s", rule).containsPattern(pattern));
      }
    }
  }
}
