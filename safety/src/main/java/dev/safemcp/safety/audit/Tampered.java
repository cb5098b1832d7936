package dev.safemcp.safety.audit;

import java.io.IOException;

/** The log is not what this process left or another one appended to: somebody was at work. */
final class Tampered extends IOException {
  private static final long serialVersionUID = 1L;

  Tampered(String what) {
    super(what);
  }
}
