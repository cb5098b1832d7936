package dev.safemcp.safety.file;

import java.io.IOException;

/** A file-system call failed. The message names the call and the error, never a path. */
public final class CallFailed extends IOException {
  private static final long serialVersionUID = 1;

  private final Errno errno;

  /**
   * Makes the failure of a call.
   *
   * @param call the call's name
   * @param errno why
   */
  public CallFailed(String call, Errno errno) {
    super(call + ": " + errno);
    this.errno = errno;
  }

  /** Returns why. */
  public Errno errno() {
    return errno;
  }
}
