package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evaluator against a second one, written from the contract's sentences and nothing else. */
class CommandVettingPropertyTests {
  private static final List<String> NAMES = List.of("aa", "bb", "cc", "dd");
  private static final List<String> RULE_WORDS =
      List.of("push", "--force", "-f", "-u", "--all", "x", "-rf");
  private static final List<String> ARGUMENTS =
      List.of(
          "push",
          "--force",
          "--force=1",
          "--forc",
          "-f",
          "-uf",
          "-u",
          "--all",
          "x",
          "y",
          "-",
          "--",
          "-rxf",
          "pushx");

  @TempDir Path folder;

  @BeforeEach
  void makePrograms() throws IOException {
    for (String name : NAMES) {
      CommandVettingTests.program(folder.resolve("bin").resolve(name));
    }
  }

  @Test
  void everyRandomPolicyAndCommandGetTheSameVerdictTwice() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String bin = folder.resolve("bin").toRealPath().toString();
    for (int round = 0; round < 3_000; round++) {
      List<ArgumentRule> rules = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        List<String> denyArgs = new ArrayList<>();
        for (int j = 1 + random.nextInt(2); j > 0; j--) {
          denyArgs.add(String.join(" ", some(RULE_WORDS, 1 + random.nextInt(2), random)));
        }
        rules.add(new ArgumentRule(one(NAMES, random), denyArgs, "rule " + i));
      }
      TerminalPolicy policy =
          CommandVettingTests.policy(
              folder.resolve("root"),
              some(NAMES, random.nextInt(4), random),
              some(NAMES, random.nextInt(2), random),
              rules);
      CommandVetting vetting = CommandVetting.of(policy, List.of(bin));
      for (int k = 0; k < 5; k++) {
        List<String> words =
            new ArrayList<>(List.of(one(List.of("aa", "bb", "cc", "/x/aa", "./bb", "zz"), random)));
        words.addAll(some(ARGUMENTS, random.nextInt(4), random));
        assertThat(CommandVettingTests.said(vetting.vet(words)))
            .as("seed %d, round %d: %s on %s", seed, round, words, policy)
            .isEqualTo(reference(policy, words));
      }
    }
  }

  private static String reference(TerminalPolicy policy, List<String> words) {
    String name = words.getFirst();
    String[] parts = name.split("/", -1);
    if (policy.denied().contains(parts[parts.length - 1])) {
      return "'" + parts[parts.length - 1] + "' is on the denylist";
    }
    if (!policy.allowed().contains(name)) {
      return "'" + name + "' is not on the allowlist (deny by default)";
    }
    for (ArgumentRule rule : policy.rules()) {
      if (rule.command().equals(name)) {
        for (String set : rule.denyArgs()) {
          boolean all = true;
          for (String wanted : set.split(" ", -1)) {
            boolean any = false;
            for (String argument : words.subList(1, words.size())) {
              any |= carries(argument, wanted);
            }
            all &= any || bundled(words.subList(1, words.size()), wanted);
          }
          if (all) {
            return rule.reason();
          }
        }
      }
    }
    return "'" + name + "' is allowed";
  }

  private static boolean carries(String argument, String wanted) {
    if (argument.equals(wanted)) {
      return true;
    }
    if (wanted.startsWith("--")) {
      String option =
          argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
      return option.startsWith("--") && option.length() > 2 && wanted.startsWith(option);
    }
    return wanted.length() == 2
        && wanted.startsWith("-")
        && argument.startsWith("-")
        && !argument.startsWith("--")
        && argument.indexOf(wanted.charAt(1), 1) > 0;
  }

  /** A bundle such as -rf asks for each of its letters, wherever they stand. */
  private static boolean bundled(List<String> arguments, String wanted) {
    if (wanted.length() < 3 || wanted.charAt(0) != '-' || wanted.charAt(1) == '-') {
      return false;
    }
    return wanted
        .chars()
        .skip(1)
        .allMatch(
            letter ->
                arguments.stream().anyMatch(argument -> carries(argument, "-" + (char) letter)));
  }

  private static String one(List<String> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }

  private static List<String> some(List<String> from, int count, Random random) {
    List<String> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(one(from, random));
    }
    return some;
  }
}
