package dev.safemcp.safety.review;

import dev.safemcp.safety.operation.PolicyTrial;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.review.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What the checks look at, and where they write down what they find. Not thread-safe. */
final class Subject {
  private final PolicyInspection inspection;
  private final Policy policy;
  private final Optional<PolicyTrial> trial;
  private final List<Finding> findings = new ArrayList<>();

  Subject(PolicyInspection inspection, Policy policy, Map<String, String> environment) {
    this.inspection = inspection;
    this.policy = policy;
    this.trial = policy.terminal().map(terminal -> PolicyTrial.of(terminal, environment));
  }

  PolicyInspection inspection() {
    return inspection;
  }

  Policy policy() {
    return policy;
  }

  Optional<TerminalPolicy> terminal() {
    return policy.terminal();
  }

  /** Returns the terminal's decisions; present where its policy is. */
  Optional<PolicyTrial> trial() {
    return trial;
  }

  void error(String check, String key, String what, String fix) {
    add(Severity.ERROR, check, key, what, fix);
  }

  void warn(String check, String key, String what, String fix) {
    add(Severity.WARNING, check, key, what, fix);
  }

  void note(String check, String key, String what, String fix) {
    add(Severity.NOTE, check, key, what, fix);
  }

  private void add(Severity severity, String check, String key, String what, String fix) {
    OptionalInt line = key.isEmpty() ? OptionalInt.empty() : inspection.line(key);
    findings.add(
        new Finding(
            severity, check, key.isEmpty() ? Optional.empty() : Optional.of(key), line, what, fix));
  }

  List<Finding> findings() {
    return findings;
  }
}
