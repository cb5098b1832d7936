package dev.safemcp.safety.kernel;

import dev.safemcp.safety.file.FileCalls;

/** The file calls of this kernel, and of an older one. */
public final class Kernels {
  private Kernels() {}

  /** Returns the calls as they are here. */
  public static FileCalls current() {
    return LinuxFileCalls.bind().orElseThrow();
  }

  /** Returns the calls of a kernel before 5.6: the way is walked. */
  public static FileCalls withoutOpenat2() {
    return LinuxFileCalls.bind(false).orElseThrow();
  }
}
