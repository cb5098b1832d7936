package dev.safemcp.safety.kernel;

/** The numbers of errno(3) that we tell apart, the same on x86-64 and arm64. Stateless. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int E2BIG = 7;
  public static final int ENOEXEC = 8;
  public static final int EBADF = 9;
  public static final int ECHILD = 10;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EFAULT = 14;
  public static final int ENOTDIR = 20;
  public static final int EINVAL = 22;
  public static final int EMFILE = 24;
  public static final int ENOSYS = 38;
  public static final int ELOOP = 40;
  public static final int EOPNOTSUPP = 95;

  private Errno() {}
}
