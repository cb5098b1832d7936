package dev.safemcp.safety.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Why an ordinary process may not make a namespace of users here, and what to do about it
 * (user_namespaces(7)). Stateless.
 */
final class UserNamespaces {
  private static final Path KERNEL = Path.of("/proc/sys");

  /** What bubblewrap's messages hold where a namespace was refused. */
  private static final List<String> ABOUT_NAMESPACES =
      List.of("namespace", "uid map", "gid map", "Failed to make", "pivot_root", "loopback");

  private UserNamespaces() {}

  /**
   * Returns a phrase: what bubblewrap said, and what on this machine most likely is behind it.
   *
   * @param said the output of bubblewrap
   */
  static String reason(String said) {
    return reason(said, KERNEL);
  }

  static String reason(String said, Path settings) {
    String line =
        said.lines().filter(text -> !text.isBlank()).findFirst().orElse("it said nothing");
    String quoted = "'" + line.strip() + "'";
    return ABOUT_NAMESPACES.stream().anyMatch(line::contains)
        ? quoted + ", " + advice(settings)
        : quoted;
  }

  private static String advice(Path settings) {
    if (is(settings, "kernel/apparmor_restrict_unprivileged_userns", "1")) {
      return "since AppArmor restricts namespaces of users (Ubuntu 23.10 and later): install an"
          + " AppArmor profile with 'userns,' for bwrap";
    }
    if (is(settings, "kernel/unprivileged_userns_clone", "0")) {
      return "since namespaces of users are turned off: set the sysctl"
          + " kernel.unprivileged_userns_clone to 1";
    }
    if (is(settings, "user/max_user_namespaces", "0")) {
      return "since no namespace of users is allowed: set the sysctl user.max_user_namespaces above"
          + " 0";
    }
    return "in a container most likely since its seccomp profile or its engine forbids namespaces"
        + " of users: run it with a profile that allows unshare(2) and mount(2), or on a kernel"
        + " with Landlock";
  }

  private static boolean is(Path settings, String name, String value) {
    try {
      return Files.readString(settings.resolve(name)).strip().equals(value);
    } catch (IOException absent) {
      return false;
    }
  }
}
