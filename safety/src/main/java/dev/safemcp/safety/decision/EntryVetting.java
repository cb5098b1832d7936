package dev.safemcp.safety.decision;

import dev.safemcp.safety.decision.Rule.Effect;
import dev.safemcp.safety.entry.Entry;
import dev.safemcp.safety.entry.Labels;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.SkipRule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the organizer's rules say of an entry: the request is {@code organize}, its tokens are the
 * entry's kind and labels.
 *
 * <p>Thread-safe; what it decides never changes.
 */
public final class EntryVetting {
  /** The name of every request, which the wire shows as the rule that decided. */
  public static final String NAME = "organize";

  /** The kind of a folder on the way to what is moved: it stays where it is. */
  private static final String ON_THE_WAY = "folder-on-the-way";

  private final RuleList all;
  private final RuleList protections;
  private final boolean asksForAppFolders;
  private final Map<Case, Verdict> verdicts = new ConcurrentHashMap<>();

  private EntryVetting(RuleList all) {
    this.all = all;
    this.protections = all.protections();
    this.asksForAppFolders =
        all.rules().stream()
            .anyMatch(rule -> rule.alternatives().contains(Set.of(Label.APP_FOLDER.word())));
  }

  /** What the rules say. */
  public sealed interface Verdict {
    /** Nothing is against it. */
    record Free() implements Verdict {}

    /**
     * An invariant is against it, whoever asks.
     *
     * @param reason what the client is told
     * @param rule the name of the rule that matched; empty for default deny
     */
    record Protected(String reason, Optional<String> rule) implements Verdict {}

    /**
     * Left alone until a person names it.
     *
     * @param reason what the client is told
     * @param rule the name of the rule that matched
     */
    record Restrained(String reason, Optional<String> rule) implements Verdict {}
  }

  /**
   * Reads the policy's skip entries into the one rule list. Behind them stands the protection of
   * unsafe names, which holds whatever the file says; it is the last, so that the operator's own
   * words are the answer where both match.
   */
  public static EntryVetting of(FilesPolicy policy) {
    List<Rule> rules = new ArrayList<>();
    for (String kind : List.of(Kind.REGULAR_FILE.word(), Kind.DIRECTORY.word(), ON_THE_WAY)) {
      rules.add(
          new Rule(
              Effect.ALLOW,
              NAME,
              List.of(Set.of(kind)),
              Rule.Layer.PROTECTION,
              "a " + kind + " may be organized"));
    }
    for (SkipRule skip : policy.skips()) {
      rules.add(
          new Rule(
              Effect.DENY,
              NAME,
              skip.when().stream().map(label -> Set.of(label.word())).toList(),
              switch (skip.layer()) {
                case PROTECTION -> Rule.Layer.PROTECTION;
                case RESTRAINT -> Rule.Layer.RESTRAINT;
              },
              skip.reason()));
    }
    rules.add(
        new Rule(
            Effect.DENY,
            NAME,
            List.of(Set.of(Label.UNSAFE_NAME.word())),
            Rule.Layer.PROTECTION,
            "names with control, invisible or undecodable characters are never touched"));
    return new EntryVetting(
        new RuleList(rules, "'%s' is not permitted by any rule (deny by default)"));
  }

  /** Returns whether some rule wants to know what folders hold. */
  public boolean asksForAppFolders() {
    return asksForAppFolders;
  }

  /** All that the rules look at: what looks alike is judged once, however many there are. */
  private record Case(Kind kind, Set<Label> labels) {}

  /** Decides on acting unasked: protections first, then the whole list. */
  public Verdict unasked(Entry entry) {
    return verdicts.computeIfAbsent(
        new Case(entry.facts().kind(), entry.labels()),
        unseen -> judged(request(unseen.kind().word(), unseen.labels())));
  }

  private Verdict judged(Request request) {
    return switch (protections.evaluate(request)) {
      case Decision.Denied denied -> protectedBy(denied);
      case Decision.Allowed first ->
          switch (all.evaluate(request)) {
            case Decision.Denied denied ->
                new Verdict.Restrained(denied.reason(), denied.rule().map(Rule::name));
            case Decision.Allowed both -> new Verdict.Free();
          };
    };
  }

  /** Decides on what a person names: protections alone. */
  public Verdict named(Entry entry) {
    return named(request(entry.facts().kind().word(), entry.labels()));
  }

  /**
   * Decides on the name that something is to get.
   *
   * @param kind what will bear it
   */
  public Verdict newName(Name name, Kind kind) {
    Set<Label> labels = Labels.of(name, kind);
    labels.remove(Label.DIRECTORY); // said of the source already; here the name is in question
    return named(request(kind.word(), labels));
  }

  /** Decides on a folder that is passed on the way to a source or a destination. */
  public Verdict passing(Name folder) {
    return named(request(ON_THE_WAY, Labels.ofFolderName(folder)));
  }

  private Verdict named(Request request) {
    return switch (protections.evaluate(request)) {
      case Decision.Denied denied -> protectedBy(denied);
      case Decision.Allowed allowed -> new Verdict.Free();
    };
  }

  private static Verdict protectedBy(Decision.Denied denied) {
    return new Verdict.Protected(denied.reason(), denied.rule().map(Rule::name));
  }

  private static Request request(String kind, Set<Label> labels) {
    Set<String> tokens = new LinkedHashSet<>();
    tokens.add(kind);
    labels.forEach(label -> tokens.add(label.word()));
    return new Request(NAME, tokens);
  }
}
