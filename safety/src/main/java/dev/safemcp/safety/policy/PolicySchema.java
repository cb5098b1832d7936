package dev.safemcp.safety.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Every key that a policy file may have: its type, its bounds and its default. The one list that
 * the loader, its messages and its tests read; {@code policy.toml} explains it to operators.
 */
final class PolicySchema {
  /** The longest wall-clock or processor time that a command may be given: a day. */
  private static final int DAY_SECONDS = 86_400;

  /** Both forms of an answer carry the output, so this much is some 70 MB on the wire. */
  private static final int MOST_OUTPUT_BYTES = 16 << 20;

  private static final long PEBIBYTE = 1L << 50;

  /** Below this a program cannot load its C library; such a number was meant in another unit. */
  private static final long LEAST_MEMORY_BYTES = 1 << 20;

  /** PID_MAX_LIMIT of 64-bit Linux, proc_sys_kernel(5). */
  private static final int MOST_PROCESSES = 4_194_304;

  /**
   * The codes of results; the result package is out of reach from here, since what it is made of
   * depends on the policy. A test holds the two together.
   */
  static final List<String> RESULT_CODES =
      List.of(
          "OK",
          "OUTPUT_TRUNCATED",
          "POLICY_DENIED",
          "NEEDS_EXPLICIT_REQUEST",
          "INVALID_REQUEST",
          "PATH_ESCAPE",
          "TIMEOUT",
          "OPERATION_FAILED",
          "AUDIT_UNAVAILABLE",
          "INTERNAL_ERROR");

  static final Shape.Fields FILE =
      table(
          key("audit_log", path(), text("audit.jsonl")),
          key("audit_fail_mode", words(wordsOf(AuditPolicy.FailMode.values())), text("closed")),
          key(
              "audit",
              table(
                  key("max_bytes", whole(1024, 1L << 40), number(64 << 20)),
                  key("keep", whole(0, 1000), number(10)))),
          key(
              "redaction",
              table(
                  key("enabled", new Shape.Flag(), flag(true)),
                  key("entropy_fallback", new Shape.Flag(), flag(false)),
                  key(
                      "extra_patterns",
                      many(
                          table(
                              required("name", new Shape.Text(TextRule.PATTERN_NAME)),
                              required("regex", new Shape.Text(TextRule.REGEX))))))),
          key("terminal", terminal()),
          key("files", files()));

  private PolicySchema() {}

  private static Shape.Fields terminal() {
    return table(
        key("jail_root", path()),
        key("contain_arguments", new Shape.Flag(), flag(true)),
        key(
            "limits",
            table(
                key("timeout_seconds", whole(1, DAY_SECONDS), number(30)),
                key("max_output_bytes", whole(1, MOST_OUTPUT_BYTES), number(65_536)),
                key("max_concurrent", limit(0, 1024), number(4)),
                key("cpu_seconds", limit(0, DAY_SECONDS), number(0)),
                key("memory_bytes", limit(LEAST_MEMORY_BYTES, PEBIBYTE), number(0)),
                key("file_bytes", limit(0, PEBIBYTE), number(0)),
                key("processes", limit(0, MOST_PROCESSES), number(0)))),
        key(
            "sandbox",
            table(
                key("mode", words(wordsOf(SandboxPolicy.Mode.values())), text("auto")),
                key("network", new Shape.Flag(), flag(false)),
                key(
                    "grants",
                    many(
                        table(
                            required("command", commandName()),
                            key("execute", many(path()), none()),
                            key("read", many(path()), none()),
                            key("write", many(path()), none())))))),
        key("allowlist", table(key("commands", many(commandName()), none()))),
        key("denylist", table(key("commands", many(commandName()), none()))),
        key(
            "rules",
            many(
                table(
                    required("command", commandName()),
                    required("deny_args", some(new Shape.Text(TextRule.SENTENCE))),
                    required("reason", new Shape.Text(TextRule.SENTENCE))))),
        key(
            "examples",
            many(
                table(
                    // Any text: that the empty command is refused is worth an example too.
                    required("command", new Shape.Text(TextRule.ANY)),
                    required("expect", new Shape.Choice(RESULT_CODES))))));
  }

  private static Shape.Fields files() {
    return table(
        key("workspace_root", path()),
        key("journal", path(), text("organizer-journal.json")),
        key("max_plan_moves", whole(1, 100_000), number(500)),
        key(
            "categories",
            new Shape.Named(TextRule.CATEGORY_NAME, many(new Shape.Text(TextRule.EXTENSION)))),
        key(
            "skip",
            many(
                table(
                    required("layer", words(wordsOf(FilesPolicy.Layer.values()))),
                    required("when", some(words(wordsOf(FilesPolicy.Label.values())))),
                    required("reason", new Shape.Text(TextRule.SENTENCE))))));
  }

  private static Shape.Fields table(Shape.Key... keys) {
    return new Shape.Fields(List.of(keys));
  }

  private static Shape.Key key(String name, Shape shape) {
    TomlValue fallback =
        switch (shape) {
          case Shape.Listing list -> none();
          case Shape.Fields fields -> new TomlValue.Table(Map.of());
          case Shape.Named named -> new TomlValue.Table(Map.of());
          default -> null;
        };
    return new Shape.Key(name, shape, fallback, false);
  }

  private static Shape.Key key(String name, Shape shape, TomlValue fallback) {
    return new Shape.Key(name, shape, fallback, false);
  }

  private static Shape.Key required(String name, Shape shape) {
    return new Shape.Key(name, shape, null, true);
  }

  private static Shape path() {
    return new Shape.Text(TextRule.PATH);
  }

  private static Shape commandName() {
    return new Shape.Text(TextRule.COMMAND_NAME);
  }

  private static Shape words(List<String> words) {
    return new Shape.Choice(words);
  }

  private static List<String> wordsOf(FilesPolicy.Label... labels) {
    return Arrays.stream(labels).map(FilesPolicy.Label::word).toList();
  }

  private static List<String> wordsOf(Enum<?>... constants) {
    return Arrays.stream(constants).map(Section::word).toList();
  }

  private static Shape whole(long least, long most) {
    return new Shape.Whole(least, most, false);
  }

  private static Shape limit(long least, long most) {
    return new Shape.Whole(least, most, true);
  }

  private static Shape many(Shape element) {
    return new Shape.Listing(element, true);
  }

  private static Shape some(Shape element) {
    return new Shape.Listing(element, false);
  }

  private static TomlValue text(String text) {
    return new TomlValue.Text(text);
  }

  private static TomlValue number(long number) {
    return new TomlValue.Whole(number);
  }

  private static TomlValue flag(boolean flag) {
    return new TomlValue.Flag(flag);
  }

  private static TomlValue none() {
    return new TomlValue.Items(List.of());
  }
}
