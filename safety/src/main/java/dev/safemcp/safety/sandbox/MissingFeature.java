package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.Errno;
import java.util.Collection;

/** What an operator can do where the kernel lacks something. Stateless. */
final class MissingFeature {
  private MissingFeature() {}

  /** Returns a phrase that says what to do first. */
  static String advice(Collection<Hold> gaps, KernelFeatures kernel) {
    if (!kernel.spawns()) {
      return "run it on Linux with glibc 2.34 or later";
    }
    if (kernel.landlockAbi() == -Errno.EOPNOTSUPP) {
      return "Landlock is built into this kernel and turned off: add 'landlock' to the lsm= boot"
          + " parameter";
    }
    if (kernel.landlockAbi() == -Errno.ENOSYS) {
      return "use Linux 6.12 or later, built with CONFIG_SECURITY_LANDLOCK, or install bubblewrap";
    }
    if (kernel.landlockAbi() == -Errno.EPERM || kernel.landlockAbi() == -Errno.EACCES) {
      return "the container's seccomp profile forbids landlock_create_ruleset(2): use Docker 23 or"
          + " later, or a profile that allows it";
    }
    if (gaps.contains(Hold.SIGNALS)) {
      return "use Linux 6.12 or later";
    }
    if (!kernel.seccomp()) {
      return "use a kernel built with CONFIG_SECCOMP_FILTER, on x86-64 or arm64";
    }
    return "report it with the output of 'uname -a'";
  }
}
