package dev.safemcp.safety.review;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.sandbox.GrantRemarks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks at single values that open something. Stateless. */
final class SettingChecks {
  private SettingChecks() {}

  static void look(Subject subject) {
    if (subject.policy().audit().failMode() == AuditPolicy.FailMode.OPEN) {
      subject.note(
          "audit-open",
          "audit_fail_mode",
          "what cannot be recorded runs all the same",
          "set audit_fail_mode to \"closed\"");
    }
    redaction(subject);
    subject.terminal().ifPresent(terminal -> terminal(subject, terminal));
  }

  private static void redaction(Subject subject) {
    RedactionPolicy redaction = subject.policy().redaction();
    if (!redaction.enabled()) {
      subject.warn(
          "redaction-off",
          "redaction.enabled",
          "secrets in output, reasons and records are not hidden",
          "set redaction.enabled to true");
    }
  }

  private static void terminal(Subject subject, TerminalPolicy terminal) {
    if (!terminal.containArguments()) {
      subject.warn(
          "arguments-not-contained",
          "terminal.contain_arguments",
          "arguments may name places outside the root; the kernel alone holds the border",
          "set terminal.contain_arguments to true");
    }
    SandboxPolicy sandbox = terminal.sandbox();
    if (sandbox.mode() == SandboxPolicy.Mode.OFF) {
      subject.warn(
          "sandbox-off",
          "terminal.sandbox.mode",
          "the kernel does not hold what a command touches once it runs",
          "set terminal.sandbox.mode to \"auto\" or \"required\"");
    }
    if (sandbox.network()) {
      subject.note(
          "network-open",
          "terminal.sandbox.network",
          "every command may reach the network",
          "set terminal.sandbox.network to false");
    }
    grants(subject, sandbox);
  }

  private static void grants(Subject subject, SandboxPolicy sandbox) {
    for (int i = 0; i < sandbox.grants().size(); i++) {
      SandboxPolicy.Grant grant = sandbox.grants().get(i);
      String key = "terminal.sandbox.grants[" + i + "]";
      GrantRemarks.of(new SandboxPolicy(sandbox.mode(), sandbox.network(), List.of(grant)))
          .forEach(
              remark ->
                  subject.warn(
                      "wide-grant", key, remark, "grant the single files that are needed"));
      List<Path> places = new ArrayList<>(grant.execute());
      places.addAll(grant.read());
      places.addAll(grant.write());
      places.stream()
          .filter(place -> !Files.exists(place))
          .forEach(
              place ->
                  subject.warn(
                      "missing-grant",
                      key,
                      "'" + place + "' is granted to '" + grant.command() + "' and is not there",
                      "correct the path, or leave it out"));
    }
  }
}
