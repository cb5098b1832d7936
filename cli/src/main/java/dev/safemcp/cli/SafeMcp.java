package dev.safemcp.cli;

/** The launcher's entry. */
public final class SafeMcp {
  private SafeMcp() {}

  /** Runs the command line. */
  public static void main(String[] arguments) {
    throw new UnsupportedOperationException();
  }
}
