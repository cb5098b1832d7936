package dev.safemcp.safety.policy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * SHA-256 of what a policy decides, whatever its file looks like: one line for each value, each
 * text with its length, sets in order.
 */
final class Fingerprint {
  private final StringBuilder lines = new StringBuilder("safe-mcp policy 1\n");

  private Fingerprint() {}

  static String of(
      AuditPolicy audit,
      RedactionPolicy redaction,
      Optional<TerminalPolicy> terminal,
      Optional<FilesPolicy> files) {
    Fingerprint print = new Fingerprint();
    print.add("audit", audit.log(), audit.failMode(), audit.maxBytes(), audit.keep());
    print.add("redaction", redaction.enabled(), redaction.entropyFallback());
    redaction.extraPatterns().forEach(extra -> print.add("pattern", extra.name(), extra.pattern()));
    terminal.ifPresent(print::terminal);
    files.ifPresent(print::files);
    return print.digest();
  }

  private void terminal(TerminalPolicy terminal) {
    TerminalPolicy.Limits limits = terminal.limits();
    add("terminal", terminal.jailRoot(), terminal.containArguments());
    add(
        "limits",
        limits.timeoutSeconds(),
        limits.maxOutputBytes(),
        limits.maxConcurrent(),
        limits.cpuSeconds(),
        limits.memoryBytes(),
        limits.fileBytes(),
        limits.processes());
    add("sandbox", terminal.sandbox().mode(), terminal.sandbox().network());
    for (SandboxPolicy.Grant grant : terminal.sandbox().grants()) {
      add("grant", grant.command(), grant.execute(), grant.read(), grant.write());
    }
    add("allowed", sorted(terminal.allowed()));
    add("denied", sorted(terminal.denied()));
    terminal.rules().forEach(rule -> add("rule", rule.command(), rule.denyArgs(), rule.reason()));
    terminal.examples().forEach(example -> add("example", example.command(), example.expect()));
  }

  private void files(FilesPolicy files) {
    add("files", files.workspaceRoot(), files.journal(), files.maxPlanMoves());
    files
        .categories()
        .forEach(category -> add("category", category.name(), sorted(category.extensions())));
    files
        .skips()
        .forEach(
            skip ->
                add(
                    "skip",
                    skip.layer(),
                    sorted(skip.when().stream().map(FilesPolicy.Label::word).toList()),
                    skip.reason()));
  }

  private static List<String> sorted(Collection<String> words) {
    return words.stream().sorted().distinct().toList();
  }

  /** Lengths keep two values apart whatever characters they hold. */
  private void add(Object... values) {
    for (Object value : values) {
      if (value instanceof List<?> list) {
        lines.append('[').append(list.size()).append(']');
        add(list.toArray());
      } else {
        String text = value.toString();
        lines.append(text.length()).append(':').append(text).append(' ');
      }
    }
    lines.append('\n');
  }

  private String digest() {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(sha256.digest(lines.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
