package dev.safemcp.cli.console;

/** The exit statuses of the operator's commands, as in grep(1). */
public final class Status {
  /** Good: it holds, it is allowed, something was found. */
  public static final int GOOD = 0;

  /** A finding, a refusal, nothing found. */
  public static final int FINDING = 1;

  /** A wrong command line, or a file that cannot be used. */
  public static final int UNUSABLE = 2;

  private Status() {}
}
