package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.Rule.Effect;
import dev.safemcp.safety.decision.Rule.Layer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleListTests {
  private static final Rule ALLOW_FILES =
      new Rule(
          Effect.ALLOW, "organize", List.of(Set.of("regular-file")), Layer.PROTECTION, "a file");
  private static final Rule NO_UNSAFE =
      new Rule(Effect.DENY, "organize", List.of(Set.of("unsafe-name")), Layer.PROTECTION, "unsafe");
  private static final Rule NO_DOTFILE =
      new Rule(
          Effect.DENY,
          "organize",
          List.of(Set.of("dotfile"), Set.of("hidden")),
          Layer.RESTRAINT,
          "dot");
  private static final RuleList RULES =
      new RuleList(
          List.of(NO_DOTFILE, NO_UNSAFE, ALLOW_FILES),
          "'%s' is not permitted by any rule (deny by default)");

  private static String said(RuleList rules, String... labels) {
    return rules.evaluate(new Request("organize", Set.of(labels))).reason();
  }

  @Test
  void denyWinsWhereverItStands() {
    assertThat(said(RULES, "regular-file")).isEqualTo("a file");
    assertThat(said(RULES, "regular-file", "hidden")).isEqualTo("dot");
    assertThat(said(new RuleList(RULES.rules().reversed(), ""), "regular-file", "dotfile"))
        .isEqualTo("dot");
  }

  @Test
  void theFirstMatchingRuleOfTheFileSpeaks() {
    assertThat(said(RULES, "regular-file", "dotfile", "unsafe-name")).isEqualTo("dot");
  }

  @Test
  void theProtectionsAreAFilterOfTheOneList() {
    assertThat(RULES.protections().rules()).containsExactly(NO_UNSAFE, ALLOW_FILES);
    assertThat(said(RULES.protections(), "regular-file", "dotfile")).isEqualTo("a file");
    assertThat(said(RULES.protections(), "regular-file", "unsafe-name")).isEqualTo("unsafe");
  }

  @Test
  void whatNoRuleAllowsIsDeniedWithoutARule() {
    assertThat(RULES.evaluate(new Request("organize", Set.of("symbolic-link"))))
        .isInstanceOfSatisfying(
            Decision.Denied.class,
            denied -> {
              assertThat(denied.rule()).isEmpty();
              assertThat(denied.reason())
                  .isEqualTo("'organize' is not permitted by any rule (deny by default)");
            });
  }
}
