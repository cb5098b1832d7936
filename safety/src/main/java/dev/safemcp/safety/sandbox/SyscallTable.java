package dev.safemcp.safety.sandbox;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The numbers of the system calls that the filter knows by name, on one architecture
 * (asm/unistd_64.h for x86-64, asm-generic/unistd.h for arm64).
 *
 * @param auditArch how a filter sees the architecture (linux/audit.h)
 * @param numbers by name; a call that the architecture never had is absent
 * @param hasX32 whether a second set of numbers exists beside the first (x32, bit 30)
 */
record SyscallTable(int auditArch, Map<String, Integer> numbers, boolean hasX32) {
  private static final int NONE = -1;

  /** name, x86-64, arm64. Numbers from 424 on are the same everywhere. */
  private static final String TABLE =
      """
      socket 41 198
      ptrace 101 117
      process_vm_readv 310 270
      process_vm_writev 311 271
      process_madvise 440 440
      kcmp 312 272
      pidfd_getfd 438 438
      io_uring_setup 425 425
      io_uring_enter 426 426
      io_uring_register 427 427
      add_key 248 217
      request_key 249 218
      keyctl 250 219
      bpf 321 280
      perf_event_open 298 241
      userfaultfd 323 282
      fanotify_init 300 262
      mount 165 40
      umount2 166 39
      move_mount 429 429
      open_tree 428 428
      open_tree_attr 467 467
      fsopen 430 430
      fsconfig 431 431
      fsmount 432 432
      fspick 433 433
      mount_setattr 442 442
      pivot_root 155 41
      chroot 161 51
      unshare 272 97
      setns 308 268
      clone 56 220
      clone3 435 435
      kexec_load 246 104
      kexec_file_load 320 294
      init_module 175 105
      finit_module 313 273
      delete_module 176 106
      swapon 167 224
      swapoff 168 225
      reboot 169 142
      acct 163 89
      quotactl 179 60
      quotactl_fd 443 443
      syslog 103 116
      vhangup 153 58
      iopl 172 -1
      ioperm 173 -1
      modify_ldt 154 -1
      uselib 134 -1
      personality 135 92
      open_by_handle_at 304 265
      name_to_handle_at 303 264
      lookup_dcookie 212 18
      nfsservctl 180 42
      ioctl 16 29
      execve 59 221
      execveat 322 281
      memfd_create 319 279
      memfd_secret 447 447
      open 2 -1
      creat 85 -1
      openat 257 56
      openat2 437 437
      chmod 90 -1
      fchmod 91 52
      fchmodat 268 53
      fchmodat2 452 452
      setxattr 188 5
      lsetxattr 189 6
      fsetxattr 190 7
      removexattr 197 14
      lremovexattr 198 15
      fremovexattr 199 16
      getxattr 191 8
      lgetxattr 192 9
      listxattr 194 11
      llistxattr 195 12
      setxattrat 463 463
      getxattrat 464 464
      listxattrat 465 465
      removexattrat 466 466
      file_setattr 469 469
      mknod 133 -1
      mknodat 259 33
      chown 92 -1
      lchown 94 -1
      fchown 93 55
      fchownat 260 54
      utime 132 -1
      utimes 235 -1
      futimesat 261 -1
      utimensat 280 88
      prlimit64 302 261
      setpriority 141 140
      ioprio_set 251 30
      sched_setparam 142 118
      sched_setscheduler 144 119
      sched_setaffinity 203 122
      sched_setattr 314 274
      inotify_init 253 -1
      inotify_init1 294 26
      fcntl 72 25
      statmount 457 457
      listmount 458 458
      migrate_pages 256 238
      move_pages 279 239
      shmget 29 194
      shmat 30 196
      shmctl 31 195
      msgget 68 186
      msgsnd 69 189
      msgrcv 70 188
      msgctl 71 187
      semget 64 190
      semop 65 193
      semtimedop 220 192
      semctl 66 191
      mq_open 240 180
      mq_unlink 241 181
      """;

  SyscallTable {
    numbers = Map.copyOf(numbers);
  }

  /**
   * Returns the table of an architecture.
   *
   * @param architecture as Java names it
   */
  static Optional<SyscallTable> of(String architecture) {
    return switch (architecture.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> Optional.of(new SyscallTable(0xc000_003e, column(1), true));
      case "aarch64" -> Optional.of(new SyscallTable(0xc000_00b7, column(2), false));
      default -> Optional.empty();
    };
  }

  private static Map<String, Integer> column(int column) {
    UnaryOperator<String> number = line -> line.split(" ")[column];
    return TABLE
        .lines()
        .filter(line -> Integer.parseInt(number.apply(line)) != NONE)
        .collect(
            Collectors.toMap(
                line -> line.split(" ")[0], line -> Integer.valueOf(number.apply(line))));
  }

  /**
   * Returns a call's number; empty where the architecture never had it.
   *
   * @throws IllegalArgumentException for a name that is in no table
   */
  OptionalInt number(String name) {
    if (TABLE.lines().noneMatch(line -> line.startsWith(name + " "))) {
      throw new IllegalArgumentException("no such system call: " + name);
    }
    Integer number = numbers.get(name);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
