package dev.safemcp.safety.policy;

import java.util.Locale;

/** The servers that a policy file can start. */
public enum ServerKind {
  /** Runs commands below {@code terminal.jail_root}. */
  TERMINAL,
  /** Files what lies in {@code files.workspace_root}. */
  FILES;

  /** Returns the word for it on the command line and in the audit log. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
