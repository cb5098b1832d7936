package dev.safemcp.cli.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Status;
import dev.safemcp.cli.console.Table;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.Setting;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code safe-mcp policy show}. */
@Command(
    name = "show",
    description =
        "Show the effective policy after the environment, and where each value comes from. Secrets"
            + " are hidden.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:shown", "2:the policy cannot be read"})
final class Show implements Callable<Integer> {
  /** A pattern without one of these is a literal, which may be the secret itself. */
  private static final String METACHARACTERS = "[](){}*+?|\\.^$";

  private final Console console;

  @Mixin PolicyChoice choice = new PolicyChoice();

  Show(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return choice.inspect(console, this::show);
  }

  private int show(PolicyInspection policy) {
    if (choice.json) {
      console.json(object(policy));
      return Status.GOOD;
    }
    console.line(Part.dim("# " + policy.file()));
    policy
        .policy()
        .map(Policy::fingerprint)
        .ifPresent(hash -> console.line(Part.dim("# sha256 in the audit log: " + hash)));
    Table table = new Table(0);
    for (Setting setting : policy.settings()) {
      table.row(
          Part.plain(setting.key()),
          Part.dim(origin(setting.origin(), policy)),
          Part.plain(shown(setting)));
    }
    table.print(console);
    return Status.GOOD;
  }

  private static String origin(Setting.Origin origin, PolicyInspection policy) {
    return switch (origin) {
      case Setting.Origin.Default() -> "default";
      case Setting.Origin.File(int line) -> policy.shown() + (line == 0 ? "" : ":" + line);
      case Setting.Origin.Environment(String variable) -> variable;
    };
  }

  private static String shown(Setting setting) {
    return switch (setting.value()) {
      case Setting.Value.Text(String text) -> quoted(visible(setting.key(), text));
      case Setting.Value.Whole(long number) -> Long.toString(number);
      case Setting.Value.Flag(boolean flag) -> Boolean.toString(flag);
      case Setting.Value.Texts texts ->
          texts.texts().stream().map(Show::quoted).collect(Collectors.joining(", ", "[", "]"));
      case Setting.Value.Unset() -> "(not set)";
    };
  }

  private static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }

  private static String visible(String key, String text) {
    boolean literal =
        key.startsWith("redaction.extra_patterns[")
            && key.endsWith(".regex")
            && text.chars().noneMatch(c -> METACHARACTERS.indexOf(c) >= 0);
    return literal ? "[REDACTED:literal]" : text;
  }

  private static ObjectNode object(PolicyInspection policy) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("policy", policy.file().toString());
    object.put("fingerprint", policy.policy().map(Policy::fingerprint).orElse(null));
    ArrayNode values = object.putArray("values");
    for (Setting setting : policy.settings()) {
      ObjectNode one = values.addObject().put("key", setting.key());
      switch (setting.value()) {
        case Setting.Value.Text(String text) -> one.put("value", visible(setting.key(), text));
        case Setting.Value.Whole(long number) -> one.put("value", number);
        case Setting.Value.Flag(boolean flag) -> one.put("value", flag);
        case Setting.Value.Texts texts -> {
          ArrayNode list = one.putArray("value");
          texts.texts().forEach(list::add);
        }
        case Setting.Value.Unset() -> one.putNull("value");
      }
      switch (setting.origin()) {
        case Setting.Origin.Default() -> one.put("source", "default");
        case Setting.Origin.File(int line) -> one.put("source", "file").put("line", line);
        case Setting.Origin.Environment(String variable) ->
            one.put("source", "environment").put("variable", variable);
      }
    }
    return object;
  }
}
