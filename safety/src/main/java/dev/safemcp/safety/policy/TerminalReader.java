package dev.safemcp.safety.policy;

import dev.safemcp.safety.policy.SandboxPolicy.Grant;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import dev.safemcp.safety.policy.TerminalPolicy.Example;
import dev.safemcp.safety.policy.TerminalPolicy.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the tables below {@code [terminal]}. */
final class TerminalReader {
  /** Verdicts that an example can expect: the codes that the road before the act can give. */
  private static final Set<String> VERDICTS =
      Set.of("OK", "POLICY_DENIED", "INVALID_REQUEST", "PATH_ESCAPE", "OPERATION_FAILED");

  private final Section section;
  private final PathReader paths;

  TerminalReader(Section section, PathReader paths) {
    this.section = section;
    this.paths = paths;
  }

  /** Resolves a path of the file. */
  @FunctionalInterface
  interface PathReader {
    Path read(Section section, String key, String text) throws Refusal;
  }

  /** Reads all of it, so that every fault is found; gives a policy where there is a root. */
  Optional<TerminalPolicy> read(Optional<Path> root) throws Refusal {
    boolean containArguments = section.flag("contain_arguments", true);
    Limits limits = limits(section.section("limits"));
    SandboxPolicy sandbox = sandbox(section.section("sandbox"));
    List<String> allowed = commands(section.section("allowlist"));
    List<String> denied = commands(section.section("denylist"));
    List<ArgumentRule> rules = rules();
    List<Example> examples = examples();
    section.nothingElse();
    return root.map(
        jail ->
            new TerminalPolicy(
                jail, containArguments, limits, sandbox, allowed, denied, rules, examples));
  }

  private static Limits limits(Section section) throws Refusal {
    Limits limits =
        new Limits(
            (int) section.number("timeout_seconds", 30, 1, 86_400),
            (int) section.number("max_output_bytes", 65_536, 1, 64 << 20),
            (int) section.number("max_concurrent", 4, 0, 1024),
            section.number("cpu_seconds", 0, 0, 86_400),
            section.number("memory_bytes", 0, 0, 1L << 50),
            section.number("file_bytes", 0, 0, 1L << 50),
            section.number("processes", 0, 0, 1 << 22));
    section.nothingElse();
    return limits;
  }

  private SandboxPolicy sandbox(Section section) throws Refusal {
    SandboxPolicy.Mode mode =
        section.word("mode", SandboxPolicy.Mode.class, SandboxPolicy.Mode.AUTO);
    boolean network = section.flag("network", false);
    List<Grant> grants = new ArrayList<>();
    for (Section entry : section.sections("grants")) {
      grants.add(
          new Grant(
              name(entry, "command", entry.requiredText("command", "say whose grant it is")),
              places(entry, "execute"),
              places(entry, "read"),
              places(entry, "write")));
      entry.nothingElse();
    }
    section.nothingElse();
    return new SandboxPolicy(mode, network, grants);
  }

  private List<Path> places(Section entry, String key) throws Refusal {
    List<Path> places = new ArrayList<>();
    for (String text : entry.texts(key)) {
      places.add(paths.read(entry, key, text));
    }
    return places;
  }

  private static List<String> commands(Section section) throws Refusal {
    List<String> names = new ArrayList<>();
    for (String name : section.texts("commands")) {
      names.add(name(section, "commands", name));
    }
    section.nothingElse();
    return names;
  }

  /** A name is what a client writes: one plain word, never a path. */
  private static String name(Section section, String key, String name) throws Refusal {
    boolean plain =
        !name.isEmpty()
            && name.indexOf('/') < 0
            && name.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c));
    if (!plain) {
      throw section.refuse(
          key, "holds '" + name + "': write a program's bare name, without a path");
    }
    return name;
  }

  private List<ArgumentRule> rules() throws Refusal {
    List<ArgumentRule> rules = new ArrayList<>();
    for (Section entry : section.sections("rules")) {
      String command =
          name(entry, "command", entry.requiredText("command", "say whose arguments it is about"));
      List<String> denyArgs = entry.texts("deny_args");
      if (denyArgs.isEmpty() || denyArgs.stream().anyMatch(String::isBlank)) {
        throw entry.refuse(
            "deny_args",
            "must hold at least one string of words: to deny the command as a whole, use the"
                + " denylist");
      }
      rules.add(
          new ArgumentRule(
              command,
              denyArgs,
              entry.requiredText(
                  "reason", "say why, for the client and for whoever reads the policy next")));
      entry.nothingElse();
    }
    return rules;
  }

  private List<Example> examples() throws Refusal {
    List<Example> examples = new ArrayList<>();
    for (Section entry : section.sections("examples")) {
      String command = entry.requiredText("command", "write a command line");
      String expect = entry.requiredText("expect", "write the code that it must get");
      if (!VERDICTS.contains(expect)) {
        throw entry.refuse(
            "expect",
            "is '"
                + expect
                + "': it must be one of "
                + String.join(", ", VERDICTS.stream().sorted().toList()));
      }
      entry.nothingElse();
      examples.add(new Example(command, expect));
    }
    return examples;
  }
}
