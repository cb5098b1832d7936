package dev.safemcp.safety.policy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The hash that names an effective policy in the audit log.
 *
 * <p>What is hashed is a rendering of the values: one {@code name length:text} line for each, in a
 * fixed order, so that no two policies render the same. Where order decides (rules, categories,
 * skips, patterns) the file's order stands; where it does not (lists of names, extensions, labels)
 * the values are sorted and each stands once. The first line carries the rendering's version.
 */
final class Fingerprint {
  private final StringBuilder text = new StringBuilder("safe-mcp policy 1\n");

  private Fingerprint() {}

  /** Returns SHA-256 of the rendering in lower-case hex. */
  static String of(
      AuditPolicy audit,
      RedactionPolicy redaction,
      Optional<TerminalPolicy> terminal,
      Optional<FilesPolicy> files) {
    Fingerprint rendering = new Fingerprint();
    rendering.audit(audit);
    rendering.redaction(redaction);
    terminal.ifPresent(rendering::terminal);
    files.ifPresent(rendering::files);
    return rendering.hash();
  }

  private void audit(AuditPolicy audit) {
    put("audit.log", audit.log());
    put("audit.fail_mode", audit.failMode());
    put("audit.max_bytes", audit.maxBytes());
    put("audit.keep", audit.keep());
  }

  private void redaction(RedactionPolicy redaction) {
    put("redaction.enabled", redaction.enabled());
    put("redaction.entropy_fallback", redaction.entropyFallback());
    for (RedactionPolicy.ExtraPattern pattern : redaction.extraPatterns()) {
      put("redaction.pattern.name", pattern.name());
      put("redaction.pattern.regex", pattern.pattern().pattern());
      put("redaction.pattern.flags", pattern.pattern().flags());
    }
  }

  private void terminal(TerminalPolicy terminal) {
    put("terminal.jail_root", terminal.jailRoot());
    put("terminal.contain_arguments", terminal.containArguments());
    TerminalPolicy.Limits limits = terminal.limits();
    put("terminal.timeout_seconds", limits.timeoutSeconds());
    put("terminal.max_output_bytes", limits.maxOutputBytes());
    put("terminal.max_concurrent", limits.maxConcurrent());
    put("terminal.cpu_seconds", limits.cpuSeconds());
    put("terminal.memory_bytes", limits.memoryBytes());
    put("terminal.file_bytes", limits.fileBytes());
    put("terminal.processes", limits.processes());
    put("terminal.sandbox.mode", terminal.sandbox().mode());
    put("terminal.sandbox.network", terminal.sandbox().network());
    for (SandboxPolicy.Grant grant : terminal.sandbox().grants()) {
      put("terminal.grant.command", grant.command());
      putSorted("terminal.grant.execute", grant.execute(), Path::toString);
      putSorted("terminal.grant.read", grant.read(), Path::toString);
      putSorted("terminal.grant.write", grant.write(), Path::toString);
    }
    putSorted("terminal.allow", terminal.allowed(), Function.identity());
    putSorted("terminal.deny", terminal.denied(), Function.identity());
    for (TerminalPolicy.ArgumentRule rule : terminal.rules()) {
      put("terminal.rule.command", rule.command());
      putSorted("terminal.rule.deny_args", rule.denyArgs(), Function.identity());
      put("terminal.rule.reason", rule.reason());
    }
    for (TerminalPolicy.Example example : terminal.examples()) {
      put("terminal.example.command", example.command());
      put("terminal.example.expect", example.expect());
    }
  }

  private void files(FilesPolicy files) {
    put("files.workspace_root", files.workspaceRoot());
    put("files.journal", files.journal());
    put("files.max_plan_moves", files.maxPlanMoves());
    for (FilesPolicy.Category category : files.categories()) {
      put("files.category", category.name());
      putSorted("files.category.extension", category.extensions(), Function.identity());
    }
    for (FilesPolicy.SkipRule skip : files.skips()) {
      put("files.skip.layer", skip.layer());
      putSorted("files.skip.when", skip.when(), FilesPolicy.Label::word);
      put("files.skip.reason", skip.reason());
    }
  }

  private <T> void putSorted(String name, Collection<T> values, Function<T, String> word) {
    List<String> sorted = values.stream().map(word).distinct().sorted().toList();
    put(name, sorted.size());
    sorted.forEach(value -> put(name, value));
  }

  private void put(String name, Object value) {
    String written = value.toString();
    text.append(name).append(' ').append(written.length()).append(':').append(written).append('\n');
  }

  private String hash() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
