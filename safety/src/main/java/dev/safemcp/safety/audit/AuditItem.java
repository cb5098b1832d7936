package dev.safemcp.safety.audit;

import dev.safemcp.safety.audit.AuditVerification.Place;

/** What a reader finds on a line of the log. */
public sealed interface AuditItem permits AuditEntry, AuditItem.Unread {
  /** Returns where it stands. */
  Place place();

  /**
   * A line that is no record.
   *
   * @param place where it stands
   * @param why what it is instead
   */
  record Unread(Place place, String why) implements AuditItem {}
}
