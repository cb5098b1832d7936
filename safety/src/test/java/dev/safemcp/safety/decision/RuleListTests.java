package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.Rule.Effect;
import dev.safemcp.safety.decision.Rule.Layer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleListTests {
  private static final Rule ALLOW =
      new Rule(Effect.ALLOW, "organize", List.of(Set.of("file")), Layer.PROTECTION, "allowed");
  private static final Rule UNSAFE = deny(Layer.PROTECTION, "unsafe-name");
  private static final Rule DOTFILE = deny(Layer.RESTRAINT, "dotfile");

  private static Rule deny(Layer layer, String label) {
    return new Rule(Effect.DENY, "organize", List.of(Set.of(label)), layer, label);
  }

  private static RuleList list(Rule... rules) {
    return new RuleList(List.of(rules), "'%s' is not permitted by any rule (deny by default)");
  }

  private static Request entry(String... labels) {
    return new Request("organize", Set.of(labels));
  }

  @Test
  void noRulesAllowNothing() {
    assertThat(list().evaluate(entry("file")))
        .isEqualTo(
            new Decision.Denied(
                "'organize' is not permitted by any rule (deny by default)", Optional.empty()));
  }

  @Test
  void denyingWinsWhereverItStands() {
    for (RuleList rules : List.of(list(UNSAFE, ALLOW), list(ALLOW, UNSAFE))) {
      assertThat(rules.evaluate(entry("file", "unsafe-name")))
          .isEqualTo(new Decision.Denied("unsafe-name", Optional.of(UNSAFE)));
      assertThat(rules.evaluate(entry("file"))).isEqualTo(new Decision.Allowed("allowed"));
    }
  }

  @Test
  void theFirstDenialInTheListSpeaks() {
    Request both = entry("file", "unsafe-name", "dotfile");
    assertThat(list(ALLOW, DOTFILE, UNSAFE).evaluate(both).reason()).isEqualTo("dotfile");
    assertThat(list(ALLOW, UNSAFE, DOTFILE).evaluate(both).reason()).isEqualTo("unsafe-name");
  }

  @Test
  void allTokensOfOneAlternativeMatchAndNoMixture() {
    Rule rule =
        new Rule(
            Effect.DENY,
            "organize",
            List.of(Set.of("a", "b"), Set.of("c")),
            Layer.PROTECTION,
            "abc");
    RuleList rules = list(ALLOW, rule);
    assertThat(rules.evaluate(entry("file", "a", "b")).reason()).isEqualTo("abc");
    assertThat(rules.evaluate(entry("file", "c", "x")).reason()).isEqualTo("abc");
    assertThat(rules.evaluate(entry("file", "a")).reason()).isEqualTo("allowed");
    assertThat(rules.evaluate(entry("file", "b", "d")).reason()).isEqualTo("allowed");
  }

  @Test
  void aRuleIsAboutItsOwnNameAlone() {
    assertThat(list(ALLOW).evaluate(new Request("Organize", Set.of("file"))))
        .isInstanceOf(Decision.Denied.class);
  }

  @Test
  void theProtectionsAreAFilterThatKeepsTheDefault() {
    RuleList protections = list(ALLOW, DOTFILE, UNSAFE).protections();
    assertThat(protections.rules()).containsExactly(ALLOW, UNSAFE);
    assertThat(protections.evaluate(entry("file", "dotfile")))
        .isEqualTo(new Decision.Allowed("allowed"));
    assertThat(protections.evaluate(entry("dotfile")))
        .isEqualTo(
            new Decision.Denied(
                "'organize' is not permitted by any rule (deny by default)", Optional.empty()));
  }

  @Test
  void aNameIsRepeatedWholeOrNotAtAllAndNeverRead() {
    assertThat(list().evaluate(new Request("%s%n{}", Set.of())).reason())
        .isEqualTo("'%s%n{}' is not permitted by any rule (deny by default)");
    assertThat(list().evaluate(new Request("x".repeat(64), Set.of())).reason())
        .startsWith("'" + "x".repeat(64) + "'");
    assertThat(list().evaluate(new Request("x".repeat(65), Set.of())).reason())
        .startsWith("'<65 characters>' is not permitted");
  }
}
