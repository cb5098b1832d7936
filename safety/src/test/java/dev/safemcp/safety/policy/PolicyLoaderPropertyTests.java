package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every file, tried on random ones; a failure names its seed. */
class PolicyLoaderPropertyTests {
  private static final int ROUNDS = 1000;

  @TempDir Path folder = Path.of("");
  private PolicyFixture fixture = new PolicyFixture(folder);

  @BeforeEach
  void layOut() {
    fixture = PolicyFixture.in(folder);
  }

  /**
   * A known key of the fixture's policy.
   *
   * @param path where it stands
   * @param name the key
   * @param siblings the keys that its table knows
   */
  private record Site(KeyPath path, String name, List<String> siblings) {}

  @Test
  void aMisspeltKeyIsRefusedAndTheRightOneNamed() {
    TomlValue.Table full = ((TomlReader.Reading.Read) TomlReader.read(PolicyFixture.FULL)).root();
    List<Site> sites = new ArrayList<>();
    collect(KeyPath.ROOT, full, PolicySchema.FILE, sites);
    assertThat(sites).hasSizeGreaterThan(40);
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      Site site = sites.get(random.nextInt(sites.size()));
      String typo = misspell(site.name(), random);
      if (site.siblings().contains(typo) || site.siblings().contains(site.name() + typo)) {
        continue;
      }
      TomlValue.Table renamed =
          (TomlValue.Table) rename(KeyPath.ROOT, full, site.path().child(site.name()), typo);
      assertThat(PolicyFixture.refusal(fixture.load(TomlText.of(renamed))))
          .as("seed %d: %s for %s", seed, typo, site.name())
          .contains("unknown key '" + site.path().child(typo) + "'")
          .endsWith("did you mean '" + site.name() + "'?")
          .doesNotContain("\n");
    }
  }

  private static void collect(KeyPath path, TomlValue value, Shape shape, List<Site> sites) {
    if (value instanceof TomlValue.Table(Map<String, TomlValue> fields)
        && shape instanceof Shape.Fields known) {
      fields.forEach(
          (name, inner) -> {
            sites.add(new Site(path, name, known.names()));
            collect(path.child(name), inner, known.key(name).orElseThrow().shape(), sites);
          });
    } else if (value instanceof TomlValue.Items(List<TomlValue> items)
        && shape instanceof Shape.Listing list) {
      for (int i = 0; i < items.size(); i++) {
        collect(path.item(i), items.get(i), list.element(), sites);
      }
    }
  }

  private static TomlValue rename(KeyPath path, TomlValue value, KeyPath key, String name) {
    return switch (value) {
      case TomlValue.Table(Map<String, TomlValue> fields) -> {
        Map<String, TomlValue> renamed = new LinkedHashMap<>();
        fields.forEach(
            (old, inner) ->
                renamed.put(
                    path.child(old).equals(key) ? name : old,
                    rename(path.child(old), inner, key, name)));
        yield new TomlValue.Table(renamed);
      }
      case TomlValue.Items(List<TomlValue> items) -> {
        List<TomlValue> renamed = new ArrayList<>();
        for (TomlValue item : items) {
          renamed.add(rename(path.item(renamed.size()), item, key, name));
        }
        yield new TomlValue.Items(renamed);
      }
      default -> value;
    };
  }

  /** Makes one mistake of a typist: a letter too much, too few, another, or two exchanged. */
  private static String misspell(String word, Random random) {
    StringBuilder typo = new StringBuilder(word);
    int at = random.nextInt(word.length() - 1);
    char letter = (char) ('a' + random.nextInt(26));
    switch (random.nextInt(5)) {
      case 0 -> typo.insert(at, letter);
      case 1 -> typo.deleteCharAt(at);
      case 2 -> typo.setCharAt(at, letter);
      case 3 -> typo.setCharAt(at, Character.toUpperCase(word.charAt(at)));
      default -> {
        typo.setCharAt(at, word.charAt(at + 1));
        typo.setCharAt(at + 1, word.charAt(at));
      }
    }
    return typo.toString().equals(word) ? word + letter : typo.toString();
  }

  @Test
  void noFileMakesTheLoaderThrow() throws IOException {
    byte[] full = PolicyFixture.FULL.getBytes(StandardCharsets.UTF_8);
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      Files.write(
          fixture.file(),
          switch (random.nextInt(3)) {
            case 0 -> noise(random);
            case 1 -> soup(random).getBytes(StandardCharsets.UTF_8);
            default -> damaged(full, random);
          });
      Loading loading;
      try {
        loading = fixture.load(ServerKind.FILES, Map.of());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
      if (loading instanceof Loading.Refused(String reason)) {
        assertThat(reason)
            .as("seed %d", seed)
            .startsWith("conf/policy.toml")
            .matches("[^\\p{Cntrl}]+");
      }
    }
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damaged(byte[] text, Random random) {
    byte[] bytes = text.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] =
          (byte) " \n\"'[]{}=.,#\\x1\0".charAt(random.nextInt(16));
    }
    return bytes;
  }

  private static String soup(Random random) {
    String[] parts = {
      "[",
      "]",
      "[[",
      "]]",
      "{",
      "}",
      "=",
      ".",
      ",",
      "\n",
      "\r\n",
      "\"",
      "'",
      "\"\"\"",
      "'''",
      "\\",
      "#",
      " ",
      "a",
      "terminal",
      "files",
      "skip",
      "categories",
      "when",
      "1",
      "0x",
      "1e5",
      "inf",
      "-",
      "true",
      "1979-05-27",
      "T00:00:00",
      "\\u0000",
      "\uD83D\uDE00",
      "\u202e"
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i >= 0; i--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }
}
