package dev.safemcp.safety.sandbox;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * A right on files that Landlock handles (linux/landlock.h), with the ABI version that brought it:
 * what a kernel does not know it cannot be asked to hold.
 */
enum LandlockRight {
  EXECUTE(0, 1, true),
  WRITE_FILE(1, 1, true),
  READ_FILE(2, 1, true),
  READ_DIR(3, 1, false),
  REMOVE_DIR(4, 1, false),
  REMOVE_FILE(5, 1, false),
  MAKE_CHAR(6, 1, false),
  MAKE_DIR(7, 1, false),
  MAKE_REG(8, 1, false),
  MAKE_SOCK(9, 1, false),
  MAKE_FIFO(10, 1, false),
  MAKE_BLOCK(11, 1, false),
  MAKE_SYM(12, 1, false),
  /** To link or move between folders. An ABI without it lets nothing do so. */
  REFER(13, 2, false),
  TRUNCATE(14, 3, true),
  IOCTL_DEV(15, 5, true);

  /** To read a file or list a folder. */
  static final Set<LandlockRight> READ = EnumSet.of(READ_FILE, READ_DIR);

  /** To start a program, and for the interpreter of a script to read it. */
  static final Set<LandlockRight> START = EnumSet.of(EXECUTE, READ_FILE, READ_DIR);

  /** All that a user does with files of his own; no device is made or controlled. */
  static final Set<LandlockRight> READ_AND_WRITE =
      EnumSet.complementOf(EnumSet.of(EXECUTE, MAKE_CHAR, MAKE_BLOCK, IOCTL_DEV));

  private final long bit;
  private final int since;
  private final boolean ofFiles;

  LandlockRight(int position, int since, boolean ofFiles) {
    this.bit = 1L << position;
    this.since = since;
    this.ofFiles = ofFiles;
  }

  /** Returns the ABI version that brought it. */
  int since() {
    return since;
  }

  /** Returns those of the rights that an ABI knows, as the kernel's bits. */
  static long bits(Collection<LandlockRight> rights, int abi) {
    return rights.stream().filter(right -> right.since <= abi).mapToLong(right -> right.bit).sum();
  }

  /** The same without those that only a folder can have. */
  static long bitsOfFile(Collection<LandlockRight> rights, int abi) {
    return bits(rights.stream().filter(right -> right.ofFiles).toList(), abi);
  }
}
