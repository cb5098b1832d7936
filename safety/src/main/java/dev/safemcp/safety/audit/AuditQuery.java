package dev.safemcp.safety.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * Which records are wanted: those that meet every condition that is present. Immutable.
 *
 * @param since written at or after this time
 * @param until written before this time
 * @param server written by this server
 * @param action of this tool
 * @param code that ended with this code, which attempts never have
 * @param id of this call
 */
public record AuditQuery(
    Optional<Instant> since,
    Optional<Instant> until,
    Optional<String> server,
    Optional<String> action,
    Optional<String> code,
    Optional<String> id) {
  private static final AuditQuery ALL =
      new AuditQuery(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Returns the query that every record meets. */
  public static AuditQuery all() {
    return ALL;
  }

  /** Returns whether a record meets every condition. */
  public boolean matches(AuditEntry entry) {
    return since.filter(time -> entry.ts().isBefore(time)).isEmpty()
        && until.filter(time -> !entry.ts().isBefore(time)).isEmpty()
        && server.filter(name -> !name.equals(entry.server())).isEmpty()
        && action.filter(name -> !name.equals(entry.action())).isEmpty()
        && code.filter(name -> !entry.code().equals(Optional.of(name))).isEmpty()
        && id.filter(name -> !name.equals(entry.id())).isEmpty();
  }
}
