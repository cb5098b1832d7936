package dev.safemcp.safety.review;

import dev.safemcp.safety.operation.ExampleVerdict;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import dev.safemcp.safety.policy.PolicyRemark;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.review.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads a policy as a careful colleague would: what stops a server, what has no effect, what opens
 * a hole. Stateless.
 */
public final class PolicyReview {
  private PolicyReview() {}

  /**
   * Returns the findings, the gravest first, each kind in the file's order.
   *
   * @param inspection the policy
   * @param environment of which PATH is read
   */
  public static List<Finding> of(PolicyInspection inspection, Map<String, String> environment) {
    List<Finding> findings = new ArrayList<>(starts(inspection));
    Optional<Policy> policy = inspection.policy();
    if (policy.isPresent()) {
      Subject subject = new Subject(inspection, policy.get(), environment);
      remarks(subject);
      examples(subject);
      NameChecks.look(subject);
      RuleChecks.look(subject);
      SettingChecks.look(subject);
      PlaceChecks.look(subject);
      FilesChecks.look(subject);
      findings.addAll(subject.findings());
    }
    findings.sort(
        Comparator.comparing(Finding::severity)
            .thenComparingInt(finding -> finding.line().orElse(Integer.MAX_VALUE)));
    return List.copyOf(findings);
  }

  /** A server whose root is set is meant to start. */
  private static List<Finding> starts(PolicyInspection inspection) {
    Set<String> reasons = new LinkedHashSet<>();
    boolean none = true;
    for (ServerKind kind : ServerKind.values()) {
      none &= !inspection.configures(kind);
      if (inspection.configures(kind)
          && inspection.loading(kind) instanceof Loading.Refused(String reason)) {
        reasons.add(reason);
      }
    }
    if (none && inspection.loading(ServerKind.TERMINAL) instanceof Loading.Refused(String reason)) {
      reasons.add(reason);
    }
    return reasons.stream()
        .map(
            reason ->
                new Finding(
                    Severity.ERROR,
                    "no-start",
                    Optional.empty(),
                    OptionalInt.empty(),
                    reason,
                    "mend it: the server does not start"))
        .toList();
  }

  private static void remarks(Subject subject) {
    for (PolicyRemark remark : subject.inspection().remarks()) {
      subject.warn(
          "warned-at-start",
          remark.key().orElse(""),
          remark.text(),
          "mend it, or live with the same line at every start");
    }
  }

  private static void examples(Subject subject) {
    if (subject.trial().isEmpty()) {
      return;
    }
    List<ExampleVerdict> examples = subject.trial().get().examples();
    for (ExampleVerdict example : examples) {
      if (!example.holds()) {
        subject.error(
            "example-fails",
            example.key(),
            "'%s' gets %s (%s) where %s is expected"
                .formatted(
                    example.command(),
                    example.explanation().code(),
                    example.explanation().reason(),
                    example.expected()),
            "mend the policy or the example: the server does not start");
      }
    }
    if (examples.isEmpty()) {
      subject.note(
          "no-examples",
          "terminal",
          "nothing tests this policy",
          "add [[terminal.examples]]: one command that must run, one that must not");
    }
  }
}
