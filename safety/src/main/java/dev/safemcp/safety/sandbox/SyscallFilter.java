package dev.safemcp.safety.sandbox;

import static dev.safemcp.safety.sandbox.FilterRule.allowOnly;
import static dev.safemcp.safety.sandbox.FilterRule.deny;
import static dev.safemcp.safety.sandbox.FilterRule.denyWhere;

import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.ProgramPaths;
import dev.safemcp.safety.sandbox.FilterRule.Test;
import dev.safemcp.safety.sandbox.FilterRule.Test.HasAnyOf;
import dev.safemcp.safety.sandbox.FilterRule.Test.Is;
import dev.safemcp.safety.sandbox.FilterRule.Test.IsInt;
import dev.safemcp.safety.sandbox.FilterRule.Test.IsWithin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The system calls that a command does without, each with the reason why Landlock alone is not
 * enough. Stateless.
 *
 * <p>A denied call fails with EPERM, so that a program says what an operator understands; with
 * ENOSYS where programs have a way of their own for a kernel without the call.
 */
final class SyscallFilter {
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int AF_NETLINK = 16;
  private static final int NETLINK_ROUTE = 0;

  /** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h). */
  private static final int NEW_NAMESPACES = 0x7e02_0000;

  private static final List<Integer> CONTROLS =
      List.of(
          // Characters pushed into a terminal are typed by its user: TIOCSTI, TIOCLINUX.
          0x5412,
          0x541c,
          // Attributes of a file, for which its owner need not have opened it to write:
          // FS_IOC_SETFLAGS, FS_IOC_SETVERSION, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY,
          // FS_IOC_SET_ENCRYPTION_POLICY.
          0x4008_6602,
          0x4008_7602,
          0x401c_5820,
          0x4080_6685,
          0x800c_6613);

  private static final int F_SETLEASE = 1024;
  private static final int SET_ID_BITS = AttributeChange.SET_ID_BITS;
  private static final int O_CREAT_OR_TMPFILE = 0x40_0040;
  private static final int PRIO_PROCESS = 0;
  private static final int IOPRIO_WHO_PROCESS = 1;

  private static final List<String> EXTENDED_ATTRIBUTES =
      List.of(
          "setxattr",
          "lsetxattr",
          "fsetxattr",
          "setxattrat",
          "removexattr",
          "lremovexattr",
          "fremovexattr",
          "removexattrat",
          "file_setattr",
          "getxattr",
          "lgetxattr",
          "getxattrat",
          "listxattr",
          "llistxattr",
          "listxattrat");

  private static final List<String> SCHEDULING =
      List.of("sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr");

  /** The calls that change a file's mode, and which argument the mode is. */
  private static final Map<String, Integer> MODE_ARGUMENTS =
      Map.of("chmod", 1, "fchmod", 1, "fchmodat", 2, "fchmodat2", 2);

  private SyscallFilter() {}

  /** Who decides on changes of modes, owners and times. */
  enum Modes {
    /** Nobody: none is allowed by a path. */
    DENIED,
    /** A {@link Supervisor}, which decides on programs that commands start as well. */
    SUPERVISED,
    /** The mounts: what lies outside the root cannot be changed. Only set-ID bits are denied. */
    MOUNTS_HOLD
  }

  /**
   * Returns the rules that are the same for every command.
   *
   * @param network whether the network is open
   * @param modes who decides on changes of attributes
   * @param limitsOfOthers whether limits of other processes may be set, which the runner needs
   *     where the kernel has no domains of signals
   */
  static List<FilterRule> rules(boolean network, Modes modes, boolean limitsOfOthers) {
    List<FilterRule> rules = new ArrayList<>();
    // A file with these bits runs as its owner for whoever finds it, long after the command.
    rules.add(
        denyWhere(
            "openat",
            Errno.EPERM,
            new HasAnyOf(2, O_CREAT_OR_TMPFILE),
            new HasAnyOf(3, SET_ID_BITS)));
    rules.add(
        denyWhere(
            "open",
            Errno.EPERM,
            new HasAnyOf(1, O_CREAT_OR_TMPFILE),
            new HasAnyOf(2, SET_ID_BITS)));
    rules.add(denyWhere("creat", Errno.EPERM, new HasAnyOf(1, SET_ID_BITS)));
    rules.add(denyWhere("mknod", Errno.EPERM, new HasAnyOf(1, SET_ID_BITS)));
    rules.add(denyWhere("mknodat", Errno.EPERM, new HasAnyOf(2, SET_ID_BITS)));
    // Its mode is in memory, where a filter cannot look.
    rules.add(deny("openat2", Errno.ENOSYS));
    rules.add(
        new FilterRule(
            "ioctl",
            Errno.EPERM,
            true,
            CONTROLS.stream().map(control -> List.<Test>of(new IsInt(1, control))).toList()));
    // On a file that may only be read, the owner's lease makes everybody else wait.
    rules.add(denyWhere("fcntl", Errno.EPERM, new IsInt(1, F_SETLEASE)));
    // A namespace of its own gives a process all capabilities in it, and the kernel much to defend.
    rules.add(denyWhere("clone", Errno.EPERM, new HasAnyOf(0, NEW_NAMESPACES)));
    rules.add(deny("clone3", Errno.ENOSYS));
    // A program in a nameless file is beyond Landlock's rules on files.
    rules.add(deny("execveat", Errno.EACCES));
    rules.add(deny("memfd_create", Errno.ENOSYS));
    rules.add(deny("memfd_secret", Errno.ENOSYS));
    rules.add(socket(network));
    // Other processes of the user: limits, priorities and processors are no signals, but reach
    // them.
    if (!limitsOfOthers) {
      rules.add(allowOnly("prlimit64", Errno.EPERM, new IsInt(0, 0)));
    }
    rules.add(allowOnly("setpriority", Errno.EPERM, new IsInt(0, PRIO_PROCESS), new IsInt(1, 0)));
    rules.add(
        allowOnly("ioprio_set", Errno.EPERM, new IsInt(0, IOPRIO_WHO_PROCESS), new IsInt(1, 0)));
    // Asking is harmless; asking for an address space without randomness is not.
    rules.add(allowOnly("personality", Errno.EPERM, new IsInt(0, -1)));
    for (String name : SCHEDULING) {
      rules.add(allowOnly(name, Errno.EPERM, new IsInt(0, 0)));
    }
    attributes(modes).forEach(rules::add);
    if (modes == Modes.SUPERVISED) {
      rules.add(asksAboutStarts());
    }
    // Landlock has no right for these either, nor to read them by path. Programs that keep them go
    // on where a file system has none.
    EXTENDED_ATTRIBUTES.forEach(name -> rules.add(deny(name, Errno.EOPNOTSUPP)));
    // Names that come and go in any folder. Programs that want to know look again and again, then.
    for (String name : List.of("inotify_init", "inotify_init1")) {
      rules.add(deny(name, Errno.ENOSYS));
    }
    always().map(name -> deny(name, Errno.EPERM)).forEach(rules::add);
    return rules;
  }

  /**
   * Landlock has no right for attributes of files, by path or by descriptor. Without a supervisor
   * none changes by a path, which may lead anywhere. By descriptor it does, and a descriptor of a
   * file that may only be read will do for its owner: for root that is the system's own.
   */
  private static Stream<FilterRule> attributes(Modes modes) {
    return switch (modes) {
      case SUPERVISED -> AttributeChange.CALLS.stream().map(FilterRule::ask);
      case MOUNTS_HOLD ->
          MODE_ARGUMENTS.entrySet().stream()
              .map(
                  call ->
                      denyWhere(
                          call.getKey(), Errno.EPERM, new HasAnyOf(call.getValue(), SET_ID_BITS)));
      case DENIED ->
          AttributeChange.CALLS.stream()
              .filter(name -> !name.equals("fchown"))
              .map(
                  name ->
                      switch (name) {
                        case "fchmod" -> denyWhere(name, Errno.EPERM, new HasAnyOf(1, SET_ID_BITS));
                        case "utimensat" -> allowOnly(name, Errno.EPERM, new Is(1, 0));
                        default -> deny(name, Errno.EPERM);
                      });
    };
  }

  /**
   * Returns the rule by which a supervisor decides on each start but that of the server's own, see
   * {@link ProgramPaths}.
   */
  static FilterRule asksAboutStarts() {
    return new FilterRule(
        "execve",
        FilterRule.ASK,
        false,
        List.of(List.of(new IsWithin(0, ProgramPaths.PLACE, ProgramPaths.SIZE))));
  }

  /**
   * Returns the rule for a command that may start no other program, its own again included: without
   * it, what a command can read could be started by the loader, which has to be startable.
   *
   * @param path the address of the one path that execve(2) may be given, see {@link
   *     dev.safemcp.safety.kernel.ProgramPaths}
   */
  static FilterRule startsOnlyFrom(long path) {
    return allowOnly("execve", Errno.EACCES, new Is(0, path));
  }

  /**
   * Landlock knows TCP only, and until ABI 9 no socket that has a path. Sockets of the machine's
   * own services (AF_UNIX: a container engine, an agent with keys) are no network and stay shut;
   * socketpair(2) needs nobody.
   */
  private static FilterRule socket(boolean network) {
    return network
        ? new FilterRule(
            "socket",
            Errno.EACCES,
            false,
            List.of(
                List.of(new IsInt(0, AF_INET)),
                List.of(new IsInt(0, AF_INET6)),
                // getaddrinfo(3) asks which addresses the machine has.
                List.of(new IsInt(0, AF_NETLINK), new IsInt(2, NETLINK_ROUTE))))
        : deny("socket", Errno.EACCES);
  }

  private static Stream<String> always() {
    return Stream.of(
            // A queue of system calls that no filter sees.
            List.of("io_uring_setup", "io_uring_enter", "io_uring_register"),
            // Other processes: their memory, their descriptors.
            List.of(
                "ptrace",
                "process_vm_readv",
                "process_vm_writev",
                "process_madvise",
                "kcmp",
                "pidfd_getfd",
                "migrate_pages",
                "move_pages"),
            // Keys of the user's session.
            List.of("add_key", "request_key", "keyctl"),
            // Interfaces that are large, privileged or both.
            List.of("bpf", "perf_event_open", "userfaultfd", "fanotify_init", "syslog"),
            // What is mounted where, and which namespace one is in.
            List.of(
                "mount",
                "umount2",
                "move_mount",
                "open_tree",
                "open_tree_attr",
                "fsopen",
                "fsconfig",
                "fsmount",
                "fspick",
                "mount_setattr",
                "pivot_root",
                "statmount",
                "listmount",
                "chroot",
                "unshare",
                "setns"),
            // Files by number, past every path.
            List.of("open_by_handle_at", "name_to_handle_at", "lookup_dcookie", "nfsservctl"),
            // Memory and messages shared with other processes by number or name (System V, POSIX).
            List.of(
                "shmget",
                "shmat",
                "shmctl",
                "msgget",
                "msgsnd",
                "msgrcv",
                "msgctl",
                "semget",
                "semop",
                "semtimedop",
                "semctl",
                "mq_open",
                "mq_unlink"),
            // The machine.
            List.of(
                "kexec_load",
                "kexec_file_load",
                "init_module",
                "finit_module",
                "delete_module",
                "swapon",
                "swapoff",
                "reboot",
                "acct",
                "quotactl",
                "quotactl_fd",
                "vhangup",
                "iopl",
                "ioperm",
                "modify_ldt",
                "uselib"))
        .flatMap(List::stream);
  }
}
