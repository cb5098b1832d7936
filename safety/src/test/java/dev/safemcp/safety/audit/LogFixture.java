package dev.safemcp.safety.audit;

import dev.safemcp.safety.policy.AuditPolicy;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.redact.Redacted;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log in a folder, and what a test does with it. */
final class LogFixture {
  static final String POLICY = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  static final long BIG = 64L << 20;
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());

  final Path log;
  final List<String> warnings = new CopyOnWriteArrayList<>();
  private final FailMode mode;
  private final long maxBytes;
  private final int keep;

  LogFixture(Path folder, FailMode mode, long maxBytes, int keep) {
    this.log = folder.resolve("audit.jsonl");
    this.mode = mode;
    this.maxBytes = maxBytes;
    this.keep = keep;
  }

  static LogFixture closed(Path folder) {
    return new LogFixture(folder, FailMode.CLOSED, BIG, 3);
  }

  AuditLog.Opening tryOpen(InstantSource clock, Duration patience) {
    return AuditLog.open(
        new AuditPolicy(log, mode, maxBytes, keep),
        ServerKind.TERMINAL,
        POLICY,
        warnings::add,
        new AuditLog.Setting(clock, "session", patience));
  }

  AuditLog.Opening tryOpen() {
    return tryOpen(InstantSource.system(), Duration.ofSeconds(30));
  }

  AuditLog open(InstantSource clock) {
    return opened(tryOpen(clock, Duration.ofSeconds(30)));
  }

  AuditLog open() {
    return opened(tryOpen());
  }

  static AuditLog opened(AuditLog.Opening opening) {
    return switch (opening) {
      case AuditLog.Opening.Opened opened -> opened.log();
      case AuditLog.Opening.Failed failed -> throw new AssertionError(failed.reason());
    };
  }

  static Redacted redacted(String text) {
    return REDACTOR.line(text);
  }

  static Outcome outcome(ResultCode code, String reason) {
    return new Outcome(code, redacted(reason), OptionalInt.of(0), 7, false);
  }

  /** Writes an attempt and its outcome; both must stand. */
  static void call(AuditLog log, String request) {
    if (!(log.attempt("run_command", redacted(request)) instanceof Permit permit)
        || permit.warning().isPresent()
        || !(log.outcome(permit, outcome(ResultCode.OK, "'echo' is allowed"))
            instanceof Settlement.Recorded recorded)
        || recorded.warning().isPresent()) {
      throw new AssertionError("not recorded");
    }
  }

  /** Writes a fresh log of so many calls, two records each. */
  LogFixture with(int calls) {
    try (AuditLog writer = open()) {
      for (int i = 0; i < calls; i++) {
        call(writer, "{\"command\":\"echo " + i + "\"}");
      }
    }
    return this;
  }

  Path rotated(int n) {
    return log.resolveSibling("audit.jsonl." + n);
  }

  List<String> lines() {
    return lines(log);
  }

  static List<String> lines(Path file) {
    try {
      return new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  static void write(Path file, List<String> lines) {
    write(file, String.join("\n", lines) + "\n");
  }

  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  AuditVerification.Verdict verdict() {
    return AuditVerification.verify(log);
  }

  AuditVerification.Verdict.Intact intact() {
    return switch (verdict()) {
      case AuditVerification.Verdict.Intact intact -> intact;
      case AuditVerification.Verdict other -> throw new AssertionError(other);
    };
  }
}
