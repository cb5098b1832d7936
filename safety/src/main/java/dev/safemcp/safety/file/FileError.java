package dev.safemcp.safety.file;

import java.util.Arrays;

/**
 * Why a call failed, by the name that errno(3) gives it.
 *
 * <p>Numbers are those of Linux, which x86-64 and arm64 share.
 */
public enum FileError {
  /** Not permitted. */
  EPERM(1, "not permitted"),
  /** No such entry. */
  ENOENT(2, "not found"),
  /** Interrupted. */
  EINTR(4, "interrupted"),
  /** The device failed. */
  EIO(5, "input/output error"),
  /** Try again. */
  EAGAIN(11, "busy"),
  /** Permission denied. */
  EACCES(13, "permission denied"),
  /** In use. */
  EBUSY(16, "in use by the system, such as a mount point"),
  /** Something is there. */
  EEXIST(17, "already exists"),
  /** Two file systems. */
  EXDEV(18, "lies on another file system"),
  /** A component is no directory. */
  ENOTDIR(20, "not a directory"),
  /** A directory. */
  EISDIR(21, "is a directory"),
  /** Not supported, or nonsense. */
  EINVAL(22, "not supported here"),
  /** No more files in the system. */
  ENFILE(23, "too many open files"),
  /** No more files in the process. */
  EMFILE(24, "too many open files"),
  /** The disk is full. */
  ENOSPC(28, "no space left"),
  /** Mounted read-only. */
  EROFS(30, "file system is read-only"),
  /** Too many names of one file. */
  EMLINK(31, "too many links"),
  /** Too long. */
  ENAMETOOLONG(36, "name is too long"),
  /** The kernel lacks the call. */
  ENOSYS(38, "not supported here"),
  /** Not empty. */
  ENOTEMPTY(39, "not empty"),
  /** A symbolic link on the way. */
  ELOOP(40, "leads through a symbolic link"),
  /** The file system lacks the call. */
  EOPNOTSUPP(95, "not supported here"),
  /** The quota is used up. */
  EDQUOT(122, "no space left"),
  /** Anything else. */
  OTHER(0, "refused by the system");

  private final int number;
  private final String words;

  FileError(int number, String words) {
    this.number = number;
    this.words = words;
  }

  /** Returns the error of a Linux number. */
  public static FileError of(int number) {
    return Arrays.stream(values())
        .filter(error -> error.number == number && error != OTHER)
        .findFirst()
        .orElse(OTHER);
  }

  /** Returns it for a client: lower case, no path. */
  public String words() {
    return words;
  }

  /** Returns whether it says that this process may not, now or ever. */
  public boolean denied() {
    return this == EPERM || this == EACCES || this == EROFS;
  }

  /** Returns whether it says that no folder lies at a path: nothing, a file or a link does. */
  public boolean leadsNowhere() {
    return this == ENOENT || this == ENOTDIR || this == ELOOP;
  }

  /** Returns whether the kernel or the file system lacks the call altogether. */
  public boolean unsupported() {
    return this == ENOSYS || this == EINVAL || this == EOPNOTSUPP;
  }
}
