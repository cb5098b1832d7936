package dev.safemcp.safety.organize;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.HookedCalls;
import dev.safemcp.safety.kernel.Kernels;
import dev.safemcp.safety.move.PortableFileCalls;

/** The ways in which files are moved: every promise holds for each. */
public enum BackEnd {
  /** openat2 and renameat2. */
  KERNEL,
  /** Neither: as on Linux before 3.15. */
  OLD_KERNEL,
  /** The kernel has renameat2, the file system does not take the flag. */
  OLD_FILE_SYSTEM,
  /** The JDK alone, as off Linux. */
  PORTABLE;

  public FileCalls calls() {
    return switch (this) {
      case KERNEL -> Kernels.current();
      case OLD_KERNEL -> without(Kernels.withoutOpenat2(), FileError.ENOSYS);
      case PORTABLE -> new PortableFileCalls();
      case OLD_FILE_SYSTEM -> without(Kernels.current(), FileError.EINVAL);
    };
  }

  private static FileCalls without(FileCalls calls, FileError error) {
    return new HookedCalls(calls) {
      @Override
      protected void before(String call) throws CallFailed {
        if (call.equals("renameNoReplace")) {
          throw new CallFailed("renameat2", error);
        }
      }
    };
  }
}
