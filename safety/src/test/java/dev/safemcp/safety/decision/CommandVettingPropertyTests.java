package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.CommandVetting.Verdict;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.policy.TerminalPolicy.ArgumentRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random policies and commands, decided twice: by the product and by the contract's sentences. */
class CommandVettingPropertyTests {
  private static final long SEED = 90125;
  private static final int POLICIES = 1500;
  private static final int COMMANDS = 20;

  private static final String[] NAMES = {"ls", "cat", "git", "rm", "ghost"};
  private static final String[] PREFIXES = {"/", "./", "/bin/", "a/b/", "X=1 "};
  private static final String[] RULE_WORDS = {
    "push", "pull", "--force", "--force-all", "--mode=7", "-f", "-u", "-fu", "-r", "git"
  };
  private static final String[] ARGUMENTS = {
    "push",
    "pull",
    "pus",
    "--force",
    "--force=x",
    "--forc",
    "--force-all",
    "--forced",
    "--mode=7",
    "--mode=8",
    "--mode",
    "7",
    "-f",
    "-u",
    "-uf",
    "-xfu",
    "-x",
    "-r",
    "--",
    "-",
    "",
    "--f",
    "f",
    "-rx=f",
    "--to=push",
    "-opull"
  };

  @TempDir Path temporary;

  @Test
  void randomPoliciesDecideAsTheContractSays() throws IOException {
    Path bin = temporary.toRealPath().resolve("bin");
    for (String name : NAMES) {
      if (!name.equals("ghost")) {
        VettedCommands.program(bin, name);
      }
    }
    int allowed = 0;
    int ruled = 0;
    for (int round = 0; round < POLICIES; round++) {
      Random random = new Random(SEED + round);
      // Most of the policy and most commands are about one name, or rules would hardly ever speak.
      String[] names = {one(random, NAMES), one(random, NAMES)};
      List<ArgumentRule> rules = new ArrayList<>();
      for (int n = random.nextInt(4); n > 0; n--) {
        List<String> denyArgs = new ArrayList<>();
        for (int m = random.nextInt(2); m >= 0; m--) {
          denyArgs.add(String.join(" ", some(random, RULE_WORDS, 1 + random.nextInt(2))));
        }
        rules.add(new ArgumentRule(one(random, names), denyArgs, "rule " + n));
      }
      TerminalPolicy policy =
          VettedCommands.policy(
              temporary.resolve("root"),
              some(random, NAMES, random.nextInt(6)),
              some(random, NAMES, random.nextInt(2)),
              rules);
      CommandVetting vetting = CommandVetting.of(policy, List.of(bin.toString()));
      for (int n = 0; n < COMMANDS; n++) {
        List<String> words = new ArrayList<>();
        String prefix = random.nextInt(3) == 0 ? one(random, PREFIXES) : "";
        words.add(prefix + one(random, random.nextInt(4) == 0 ? NAMES : names));
        words.addAll(some(random, ARGUMENTS, random.nextInt(5)));
        String expected = Reference.decide(policy, words);
        String actual =
            switch (vetting.vet(words)) {
              case Verdict.Vetted(VettedCommand command) -> command.reason();
              case Verdict.Denied(String reason) -> reason;
              case Verdict.Missing(String reason) -> reason;
            };
        assertThat(actual)
            .as("seed %s: %s under %s", SEED + round, words, policy)
            .isEqualTo(expected);
        allowed += expected.endsWith("is allowed") ? 1 : 0;
        ruled += expected.startsWith("rule ") ? 1 : 0;
      }
    }
    assertThat(allowed).as("the generator allows some").isGreaterThan(1000);
    assertThat(ruled).as("and has some denied by rules").isGreaterThan(500);
  }

  private static String one(Random random, String[] from) {
    return from[random.nextInt(from.length)];
  }

  private static List<String> some(Random random, String[] from, int count) {
    List<String> some = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      some.add(one(random, from));
    }
    return some;
  }

  /** The contract's sentences, one by one, as slowly and plainly as they read. */
  private static final class Reference {
    static String decide(TerminalPolicy policy, List<String> words) {
      String name = words.get(0);
      for (String denied : policy.denied()) {
        if (name.equals(denied) || name.endsWith("/" + denied)) {
          return "'" + denied + "' is on the denylist";
        }
      }
      boolean allowed = false;
      for (String each : policy.allowed()) {
        allowed |= each.equals(name);
      }
      if (!allowed) {
        return "'" + name + "' is not on the allowlist (deny by default)";
      }
      for (ArgumentRule rule : policy.rules()) {
        for (String denyArgs : rule.denyArgs()) {
          boolean all = rule.command().equals(name);
          for (String word : denyArgs.split(" ", -1)) {
            all &= present(word, words);
          }
          if (all) {
            return rule.reason();
          }
        }
      }
      return name.equals("ghost")
          ? "'ghost' is allowed, but no such program was found on the PATH when the server started"
          : "'" + name + "' is allowed";
    }

    private static boolean present(String word, List<String> tokens) {
      if (tokens.contains(word)) {
        return true;
      }
      String bundles = "";
      for (int i = 1; i < tokens.size(); i++) {
        String token = tokens.get(i);
        if (token.matches("-[^-].*")) {
          bundles += token.replaceFirst("=.*", "");
        }
        String next = i + 1 < tokens.size() ? tokens.get(i + 1) : "";
        boolean here =
            switch (word) {
              case "--force" -> token.matches("--(f|fo|for|forc|force)(=.*)?");
              case "--force-all" ->
                  token.matches("--(f|fo|for|forc|force|force-|force-a|force-al|force-all)(=.*)?");
              case "--mode=7" ->
                  token.matches("--(m|mo|mod|mode)=7")
                      || (token.matches("--(m|mo|mod|mode)") && next.equals("7"));
              case "push", "pull", "git" ->
                  token.matches("--[^=]+=" + word) || token.matches("-[^-]" + word);
              default -> false;
            };
        if (here) {
          return true;
        }
      }
      return switch (word) {
        case "-f", "-u", "-r" -> bundles.contains(word.substring(1));
        case "-fu" -> bundles.contains("f") && bundles.contains("u");
        default -> false;
      };
    }
  }
}
