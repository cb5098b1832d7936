package dev.safemcp.cli.audit;

import dev.safemcp.safety.audit.AuditQuery;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which records are wanted: those that meet every option. */
final class RecordFilter {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = TimeWord.class,
      description =
          "Written at or after: 2026-12-01, 2026-12-01T09:30 (local), 2026-12-01T08:30:00Z, or an"
              + " age such as 90s, 15m, 36h, 7d.")
  @Nullable Instant since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = TimeWord.class,
      description = "Written before.")
  @Nullable Instant until;

  @Option(names = "--server", paramLabel = "NAME", description = "terminal or files.")
  @Nullable String server;

  @Option(names = "--action", paramLabel = "TOOL", description = "The tool, such as run_command.")
  @Nullable String action;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "How it ended, such as POLICY_DENIED. Attempts have none.")
  @Nullable String code;

  @Option(names = "--id", paramLabel = "ID", description = "One call: its attempt and its outcome.")
  @Nullable String id;

  AuditQuery query() {
    return new AuditQuery(
        Optional.ofNullable(since),
        Optional.ofNullable(until),
        Optional.ofNullable(server),
        Optional.ofNullable(action),
        Optional.ofNullable(code),
        Optional.ofNullable(id));
  }
}
