package dev.safemcp.safety.redact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rules of a secret scanner in gitleaks' format, run as gitleaks runs them: a keyword must
 * stand in the text, the regex must match, its group must have the entropy asked for, and no allow
 * list may claim it. Left out: rules and lists that look at paths, and its decoders.
 *
 * <p>Reads a file that the user gives: no rule of another project lives here.
 */
final class PublishedRules {
  private record Allow(boolean all, String target, List<Pattern> regexes, List<String> stopwords) {
    boolean claims(String line, String match, String secret) {
      if (regexes.isEmpty() && stopwords.isEmpty()) {
        return false;
      }
      String looked = target.equals("match") ? match : target.equals("line") ? line : secret;
      boolean regex = regexes.stream().anyMatch(p -> p.matcher(looked).find());
      String lower = secret.toLowerCase(Locale.ROOT);
      boolean word = stopwords.stream().anyMatch(lower::contains);
      boolean both = (regexes.isEmpty() || regex) && (stopwords.isEmpty() || word);
      return all ? both : regex || word;
    }
  }

  private record Published(
      String id,
      Pattern regex,
      int group,
      double entropy,
      List<String> keywords,
      List<Allow> allows) {}

  private final List<Published> rules = new ArrayList<>();
  private final List<Allow> global;
  private int unreadable;

  private PublishedRules(JsonNode file) {
    global = file.has("allowlist") ? List.of(allow(file.get("allowlist"))) : List.of();
    for (JsonNode rule : file.path("rules")) {
      Optional<Pattern> regex = compile(rule.path("regex").asText(""));
      if (regex.isEmpty()) {
        continue;
      }
      List<Allow> allows = new ArrayList<>();
      rule.path("allowlists").forEach(list -> allows.add(allow(list)));
      rules.add(
          new Published(
              rule.path("id").asText(),
              regex.get(),
              rule.path("secretGroup").asInt(0),
              rule.path("entropy").asDouble(0),
              texts(rule.path("keywords")),
              allows));
    }
  }

  /** Reads a file of rules. */
  static PublishedRules read(Path file) throws IOException {
    return new PublishedRules(new TomlMapper().readTree(file.toFile()));
  }

  int count() {
    return rules.size();
  }

  int unreadable() {
    return unreadable;
  }

  /** Returns how many secrets the rules find. */
  int find(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int found = 0;
    for (Published rule : rules) {
      if (rule.keywords.isEmpty() || rule.keywords.stream().anyMatch(lower::contains)) {
        found += find(rule, text);
      }
    }
    return found;
  }

  private int find(Published rule, String text) {
    int found = 0;
    Matcher matcher = rule.regex.matcher(text);
    while (matcher.find()) {
      String match = matcher.group();
      String secret = secret(rule, matcher);
      int start = text.lastIndexOf('\n', matcher.start()) + 1;
      int end = text.indexOf('\n', matcher.end());
      String line = text.substring(start, end < 0 ? text.length() : end);
      boolean random = rule.entropy == 0 || entropy(secret) > rule.entropy;
      boolean allowed =
          rule.allows.stream().anyMatch(a -> a.claims(line, match, secret))
              || global.stream().anyMatch(a -> a.claims(line, match, secret));
      found += random && !allowed ? 1 : 0;
    }
    return found;
  }

  private static String secret(Published rule, Matcher matcher) {
    int group = rule.group;
    for (int i = 1; group == 0 && i <= matcher.groupCount(); i++) {
      group = matcher.group(i) != null && !matcher.group(i).isEmpty() ? i : 0;
    }
    String secret = matcher.group(group);
    return secret == null ? matcher.group() : secret;
  }

  private static double entropy(String text) {
    int[] counts = new int[0x10000];
    text.chars().forEach(c -> counts[c]++);
    double bits = 0;
    for (int c : text.chars().distinct().toArray()) {
      double share = (double) counts[c] / text.length();
      bits -= share * Math.log(share) / Math.log(2);
    }
    return bits;
  }

  private Allow allow(JsonNode list) {
    List<Pattern> regexes = new ArrayList<>();
    texts(list.path("regexes")).forEach(regex -> compile(regex).ifPresent(regexes::add));
    boolean paths = list.has("paths") || list.has("commits");
    boolean all = list.path("condition").asText("OR").equalsIgnoreCase("AND");
    // A list that also asks for a path claims nothing here.
    return paths && all
        ? new Allow(true, "secret", List.of(), List.of())
        : new Allow(
            all, list.path("regexTarget").asText("secret"), regexes, texts(list.path("stopwords")));
  }

  private Optional<Pattern> compile(String regex) {
    if (regex.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Pattern.compile(regex));
    } catch (PatternSyntaxException e) {
      unreadable++;
      return Optional.empty();
    }
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
