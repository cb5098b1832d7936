package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.CLibrary;
import dev.safemcp.safety.kernel.LandlockCalls;
import dev.safemcp.safety.kernel.SeccompCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the kernel offers to a process that wants to give something up.
 *
 * @param landlockAbi the version of Landlock's ABI, or minus errno
 * @param seccomp whether system calls can be filtered
 * @param syscalls the numbers of system calls, for a filter; empty on an architecture without one
 * @param spawns whether the C library can start a program from a thread of our own
 * @param notifies whether a filter can hand calls to a supervisor that lets them through (Linux
 *     5.5)
 * @param bubblewrap the program, where it is installed
 */
record KernelFeatures(
    int landlockAbi,
    boolean seccomp,
    Optional<SyscallTable> syscalls,
    boolean spawns,
    boolean notifies,
    Optional<Path> bubblewrap) {
  /** Where the system's own one is; one that somebody put into PATH is not trusted with a jail. */
  private static final List<Path> BUBBLEWRAP =
      List.of(Path.of("/usr/bin/bwrap"), Path.of("/bin/bwrap"));

  /** The newest ABI whose rights are known here. */
  static final int NEWEST_ABI = 7;

  /** What every other system has. */
  static final KernelFeatures NONE =
      new KernelFeatures(-38, false, Optional.empty(), false, false, Optional.empty());

  /** Asks the running kernel. */
  static KernelFeatures ofThisMachine() {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")
        || !CLibrary.spawns()) {
      return NONE;
    }
    Optional<SyscallTable> syscalls = SyscallTable.of(System.getProperty("os.arch"));
    return new KernelFeatures(
        LandlockCalls.abi(),
        syscalls.isPresent() && SeccompCalls.available() >= 0,
        syscalls,
        true,
        syscalls.isPresent() && SeccompCalls.notifies() >= 0,
        BUBBLEWRAP.stream().filter(Files::isExecutable).findFirst());
  }

  /** Returns the same machine with an older Landlock. */
  KernelFeatures withLandlockAbi(int abi) {
    return new KernelFeatures(abi, seccomp, syscalls, spawns, notifies, bubblewrap);
  }

  /** Returns the same machine without bubblewrap. */
  KernelFeatures withoutBubblewrap() {
    return new KernelFeatures(landlockAbi, seccomp, syscalls, spawns, notifies, Optional.empty());
  }

  /** Returns the program that stands in for Landlock: empty where that is there, or nothing is. */
  Optional<Path> standIn() {
    return abi() == 0 && seccomp && spawns ? bubblewrap : Optional.empty();
  }

  /** Returns the ABI to speak: 0 where there is no Landlock. */
  int abi() {
    return Math.clamp(landlockAbi, 0, NEWEST_ABI);
  }
}
