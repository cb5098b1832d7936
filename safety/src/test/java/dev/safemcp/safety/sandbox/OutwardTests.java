package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.OutwardCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.RawCalls;
import dev.safemcp.safety.policy.SandboxPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way out that has a system call of its own, tried from a confined thread. */
final class OutwardTests {
  private static final SyscallTable TABLE =
      SyscallTable.of(System.getProperty("os.arch")).orElseThrow();
  private static final int AF_UNIX = 1;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int AF_NETLINK = 16;
  private static final int AF_PACKET = 17;
  private static final int AF_ALG = 38;
  private static final int AF_VSOCK = 40;
  private static final int CLONE_NEWUSER = 0x1000_0000;

  /** The last two for calls that programs do without where a kernel or a file system lacks them. */
  private static final List<Long> REFUSALS =
      List.of(
          -(long) Errno.EACCES,
          -(long) Errno.EPERM,
          -(long) Errno.ENOSYS,
          -(long) Errno.EOPNOTSUPP);

  @TempDir Path folder;

  private static long call(String name, long... arguments) {
    return RawCalls.call(TABLE.number(name).orElseThrow(), arguments);
  }

  /** Each gets arguments with which it harms nothing should it get through. */
  private static Map<String, LongSupplier> tries(int stranger) {
    Map<String, LongSupplier> tries = new LinkedHashMap<>();
    tries.put("read environ", () -> OutwardCalls.openForReading("/proc/self/environ"));
    tries.put("read users", () -> OutwardCalls.openForReading("/etc/passwd"));
    tries.put("read a program", () -> OutwardCalls.openForReading("/bin/sh"));
    tries.put("list /", () -> OutwardCalls.openForReading("/"));
    tries.put("list /proc", () -> OutwardCalls.openForReading("/proc"));
    tries.put("write", () -> OutwardCalls.openForWriting("/proc/self/comm"));
    tries.put("empty", () -> OutwardCalls.truncate("/proc/self/comm"));
    tries.put("signal", () -> ProcessCalls.kill(stranger, 0));
    for (int family :
        new int[] {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK}) {
      for (int type = 1; type <= 3; type++) {
        int kind = type;
        tries.put("socket " + family + "/" + type, () -> call("socket", family, kind, 0));
      }
    }
    tries.put("chmod", OutwardCalls::chmodNothing);
    tries.put("mknod set-id", () -> call("mknodat", -1, -1, 0104755));
    tries.put("flags of a file", () -> call("ioctl", 0, 0x4008_6602L, -1));
    tries.put("project of a file", () -> call("ioctl", 0, 0x401c_5820L, -1));
    tries.put("a lease", () -> call("fcntl", 0, 1024, 0));
    tries.put("processors of another", () -> call("sched_setaffinity", stranger, 0, -1));
    tries.put("scheduler of another", () -> call("sched_setscheduler", stranger, -1, -1));
    tries.put("scheduling of another", () -> call("sched_setparam", stranger, -1));
    tries.put("scheduling of another, anew", () -> call("sched_setattr", stranger, -1, -1));
    tries.put("unshare", () -> call("unshare", 0));
    tries.put("unshare user", () -> call("unshare", CLONE_NEWUSER));
    tries.put("clone user", () -> call("clone", CLONE_NEWUSER | 0x8000_0000L));
    tries.put("limits of another", () -> call("prlimit64", stranger, 7, 0, 0));
    tries.put("priority of another", () -> call("setpriority", 0, stranger, 20));
    tries.put("priority of the user", () -> call("setpriority", 2, 0, 20));
    tries.put("ioctl TIOCSTI", () -> call("ioctl", 0, 0x5412, 0));
    tries.put("ioctl TIOCLINUX", () -> call("ioctl", 0, 0x541c, 0));
    tries.put("personality", () -> call("personality", 0x40000));
    for (String name :
        List.of(
            "io_uring_setup",
            "io_uring_enter",
            "io_uring_register",
            "ptrace",
            "process_vm_readv",
            "process_vm_writev",
            "kcmp",
            "pidfd_getfd",
            "add_key",
            "request_key",
            "keyctl",
            "bpf",
            "perf_event_open",
            "userfaultfd",
            "mount",
            "umount2",
            "move_mount",
            "open_tree",
            "fsopen",
            "fsmount",
            "mount_setattr",
            "pivot_root",
            "chroot",
            "setns",
            "open_by_handle_at",
            "name_to_handle_at",
            "fchmodat",
            "fchownat",
            "utimensat",
            "setxattr",
            "fsetxattr",
            "fremovexattr",
            "getxattr",
            "lgetxattr",
            "listxattr",
            "llistxattr",
            "getxattrat",
            "listxattrat",
            "inotify_init1",
            "statmount",
            "listmount",
            "shmget",
            "msgget",
            "semget",
            "mq_open",
            "execve",
            "execveat",
            "init_module",
            "kexec_load",
            "swapon",
            "acct",
            "quotactl")) {
      // Pointers that lead nowhere, numbers that name nothing.
      tries.put(name, () -> call(name, -1, -1, -1, -1, -1));
    }
    return tries;
  }

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void noCallLeadsOut(SandboxFixture.User user) throws Exception {
    int stranger =
        (int) ProcessHandle.current().parent().map(ProcessHandle::pid).orElseThrow().longValue();
    Map<String, LongSupplier> tries = tries(stranger);
    Map<String, Long> outcomes = new LinkedHashMap<>();
    onConfinedThread(
        user,
        KernelFeatures.ofThisMachine(),
        () -> tries.forEach((name, attempt) -> outcomes.put(name, attempt.getAsLong())));
    assertThat(outcomes).hasSameSizeAs(tries);
    assertThat(outcomes).allSatisfy((name, outcome) -> assertThat(outcome).as(name).isIn(REFUSALS));
  }

  /** The right on its own: with an older ABI it is not asked for, and all others hold. */
  @Test
  void anOlderKernelHoldsTheRest() throws Exception {
    List<Integer> truncation = new ArrayList<>();
    List<Integer> writing = new ArrayList<>();
    for (int abi = 1; abi <= KernelFeatures.NEWEST_ABI; abi++) {
      KernelFeatures kernel = KernelFeatures.ofThisMachine().withLandlockAbi(abi);
      AtomicReference<int[]> outcome = new AtomicReference<>();
      onConfinedThread(
          SandboxFixture.User.OWN,
          kernel,
          () ->
              outcome.set(
                  new int[] {
                    OutwardCalls.truncate("/proc/self/comm"),
                    OutwardCalls.openForWriting("/proc/self/comm")
                  }));
      truncation.add(outcome.get()[0]);
      writing.add(outcome.get()[1]);
    }
    int no = -Errno.EACCES;
    assertThat(writing).containsOnly(no);
    assertThat(truncation).containsExactly(0, 0, no, no, no, no, no);
  }

  /** A confined thread cannot open class files: all that it needs is loaded before. */
  private static void load() {
    assertThat(OutwardCalls.unshareNothing()).isZero();
    assertThat(call("unshare", 0)).isZero();
    assertThat(ProcessCalls.kill((int) ProcessHandle.current().pid(), 0)).isZero();
    assertThat(DescriptorCalls.openForReading("/absent")).isNegative();
    assertThat(Errno.EPERM).isOne();
  }

  private void onConfinedThread(SandboxFixture.User user, KernelFeatures kernel, Runnable deed)
      throws Exception {
    load();
    CommandRights rights =
        CommandRights.of(
            "true",
            Path.of("/bin/true").toRealPath(),
            Set.of(),
            Files.createDirectories(folder.resolve("root")).toRealPath(),
            new SandboxPolicy(SandboxPolicy.Mode.REQUIRED, false, List.of()));
    ThreadConfinement confinement =
        switch (ThreadConfinement.prepare(rights, "/bin/true", kernel)) {
          case ThreadConfinement.Preparation.Ready ready -> ready.confinement();
          case ThreadConfinement.Preparation.Failed failed ->
              throw new AssertionError(failed.reason());
        };
    AtomicReference<String> fault = new AtomicReference<>("");
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  if (user == SandboxFixture.User.ORDINARY && SandboxFixture.isRoot()) {
                    RawCalls.becomeOrdinaryUser(65_534);
                  }
                  confinement.confineThisThread().ifPresentOrElse(fault::set, deed);
                });
    thread.join();
    assertThat(fault.get()).isEmpty();
  }
}
