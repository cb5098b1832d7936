package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.Errno;

/**
 * What a client is told when a program could not be started: the kernel's reason, without a path.
 * Stateless.
 */
final class StartFault {
  private StartFault() {}

  static RunOutcome.NotStarted of(String name, int errno) {
    return new RunOutcome.NotStarted("'" + name + "' could not be started: " + why(errno));
  }

  /** The same for the folder, which is opened before. */
  static RunOutcome.NotStarted ofFolder(String name, int errno) {
    String why = errno == Errno.ENOENT ? "the folder in which it should run is gone" : why(errno);
    return new RunOutcome.NotStarted("'" + name + "' could not be started: " + why);
  }

  private static String why(int errno) {
    return switch (errno) {
      case Errno.ENOENT -> "the program, or the interpreter that it names, is gone";
      case Errno.EACCES, Errno.EPERM -> "the system does not permit it";
      case Errno.E2BIG -> "its arguments are too long";
      case Errno.ENOEXEC -> "it is no program that this machine can run";
      case Errno.EAGAIN, Errno.ENOMEM -> "the system has no room for another process";
      case Errno.EMFILE -> "the server has no descriptors left";
      case Errno.ENOTDIR, Errno.ELOOP -> "the folder was replaced meanwhile";
      default -> "error " + errno;
    };
  }
}
