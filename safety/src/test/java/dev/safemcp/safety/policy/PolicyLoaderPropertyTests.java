package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loader on what nobody would write on purpose. */
class PolicyLoaderPropertyTests {
  private static final String[][] KEYS = {
    {"", "audit_log"},
    {"", "audit_fail_mode"},
    {"audit", "max_bytes"},
    {"redaction", "entropy_fallback"},
    {"redaction", "extra_patterns"},
    {"terminal", "contain_arguments"},
    {"terminal.limits", "max_output_bytes"},
    {"terminal.limits", "max_concurrent"},
    {"terminal.limits", "memory_bytes"},
    {"terminal.sandbox", "network"},
    {"terminal.allowlist", "commands"},
    {"files", "max_plan_moves"},
    {"files", "workspace_root"}
  };

  @TempDir Path folder;

  private Loading load(String text) throws IOException {
    Files.createDirectories(folder.resolve("root"));
    Path file = Files.writeString(folder.resolve("policy.toml"), text);
    return PolicyLoader.load(ServerKind.TERMINAL, Optional.of(file.toString()), Map.of(), folder);
  }

  @Test
  void everyTypoOfAKnownKeyIsRefusedAndNamesTheKey() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      String[] key = KEYS[random.nextInt(KEYS.length)];
      String typo = typo(key[1], random);
      String table = key[0].isEmpty() ? "" : "[" + key[0] + "]\n";
      String rest = key[0].equals("terminal") ? "jail_root = \"root\"\n" : "";
      String text =
          key[0].isEmpty()
              ? typo + " = 1\n[terminal]\njail_root = \"root\"\n"
              : (rest.isEmpty() ? "[terminal]\njail_root = \"root\"\n" : "")
                  + table
                  + rest
                  + typo
                  + " = 1\n";
      Loading loading = load(text);
      assertThat(loading)
          .as("seed %d, round %d: %s", seed, round, text)
          .isInstanceOfSatisfying(
              Loading.Refused.class,
              refused -> assertThat(refused.reason()).contains(typo).contains("'" + key[1] + "'"));
    }
  }

  @Test
  void noTextWhateverMakesItThrow() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String alphabet = "abk=[]{}\"'.,#\n\r\t 019-:\\\u0000\u00e9\u2028";
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(60);
      for (int i = 0; i < length; i++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      Loading loading = load(text.toString());
      assertThat(loading)
          .as("seed %d, round %d", seed, round)
          .isInstanceOfSatisfying(
              Loading.Refused.class, refused -> assertThat(refused.reason()).hasLineCount(1));
    }
  }

  private static String typo(String key, Random random) {
    while (true) {
      StringBuilder typo = new StringBuilder(key);
      int at = random.nextInt(key.length());
      switch (random.nextInt(4)) {
        case 0 -> typo.deleteCharAt(at);
        case 1 -> typo.insert(at, (char) ('a' + random.nextInt(26)));
        case 2 -> typo.setCharAt(at, (char) ('a' + random.nextInt(26)));
        default -> {
          if (at + 1 < key.length()) {
            typo.setCharAt(at, key.charAt(at + 1));
            typo.setCharAt(at + 1, key.charAt(at));
          }
        }
      }
      if (!typo.toString().equals(key)) {
        return typo.toString();
      }
    }
  }
}
