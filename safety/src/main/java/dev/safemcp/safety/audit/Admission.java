package dev.safemcp.safety.audit;

/** What the audit log says to an attempt. */
public sealed interface Admission permits Permit, Unavailable {}
