package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The whole of what the operator decided, after the environment's overrides.
 *
 * @param source the policy file, absolute
 * @param audit the audit log's part
 * @param redaction the redactor's part
 * @param terminal the terminal's part; present where its root is set
 * @param files the organizer's part; present where its root is set
 * @param fingerprint SHA-256 of the effective policy in lower-case hex: equal for equal decisions,
 *     whatever the file's layout
 */
public record Policy(
    Path source,
    AuditPolicy audit,
    RedactionPolicy redaction,
    Optional<TerminalPolicy> terminal,
    Optional<FilesPolicy> files,
    String fingerprint) {}
