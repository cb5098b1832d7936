package dev.safemcp.safety.sandbox;

/**
 * One thing that the kernel can keep a command from, by the name that operators read.
 *
 * <p>The wanted versions are those of docs/kernel-features.md.
 */
enum Hold {
  FILES("reading and writing outside the root", 1, "Landlock (Linux 5.13)"),
  PROGRAMS("starting programs beyond the allowed one", 1, "Landlock (Linux 5.13)"),
  TRUNCATION("emptying files outside the root", 3, "Landlock ABI 3 (Linux 6.2)"),
  DEVICES("controlling devices that a grant opens", 5, "Landlock ABI 5 (Linux 6.10)"),
  SIGNALS("signals to other processes", 6, "Landlock ABI 6 (Linux 6.12)"),
  SOCKETS("the network, and sockets of other processes", Hold.FILTER, "seccomp filters"),
  ATTRIBUTES("modes and extended attributes by path", Hold.FILTER, "seccomp filters"),
  SYSTEM_CALLS(
      "io_uring, tracing, shared memory, keyrings, mounts and namespaces",
      Hold.FILTER,
      "seccomp filters"),
  PRIVILEGES("capabilities and set-user-ID programs", Hold.LINUX, "Linux with glibc 2.34");

  private static final int FILTER = 0;
  private static final int LINUX = -1;

  private final String what;
  private final int since;
  private final String needs;

  /**
   * Defines one.
   *
   * @param since the version of Landlock's ABI that it needs, or one of the two constants
   */
  Hold(String what, int since, String needs) {
    this.what = what;
    this.since = since;
    this.needs = needs;
  }

  /** Returns what is held: a phrase. */
  String what() {
    return what;
  }

  /** Returns what of the kernel it needs. */
  String needs() {
    return needs;
  }

  /** Returns whether a kernel says that it has what this needs. */
  boolean offeredBy(KernelFeatures kernel) {
    return switch (since) {
      case LINUX -> kernel.spawns();
      case FILTER -> kernel.seccomp();
      // Among mounts, a filter that asks is what keeps a file that can be read from being started.
      default ->
          kernel.abi() >= since
              || (kernel.standIn().isPresent() && (this != PROGRAMS || kernel.notifies()));
    };
  }
}
