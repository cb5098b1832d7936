package dev.safemcp.safety.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A file-system call failed. The message names the call and the error, never a path. */
public final class CallFailed extends IOException {
  private static final long serialVersionUID = 1;

  private final FileError error;

  /**
   * Makes the failure of a call.
   *
   * @param call the call's name
   * @param error why
   */
  public CallFailed(String call, FileError error) {
    super(call + ": " + error);
    this.error = error;
  }

  /** Names the error of an exception of the JDK, whose own text holds a path. */
  public static CallFailed of(String call, IOException failure) {
    return new CallFailed(
        call,
        switch (failure) {
          case CallFailed already -> already.error();
          case NoSuchFileException missing -> FileError.ENOENT;
          case FileAlreadyExistsException occupied -> FileError.EEXIST;
          case AccessDeniedException denied -> FileError.EACCES;
          case FileSystemException other -> byWords(String.valueOf(other.getReason()));
          default -> byWords(String.valueOf(failure.getMessage()));
        });
  }

  /** The JDK keeps strerrno(3) alone of an error that it has no class for. */
  private static FileError byWords(String reason) {
    return switch (reason) {
      case "No space left on device" -> FileError.ENOSPC;
      case "Disk quota exceeded" -> FileError.EDQUOT;
      case "Read-only file system" -> FileError.EROFS;
      case "Operation not permitted" -> FileError.EPERM;
      case "Too many levels of symbolic links" -> FileError.ELOOP;
      case "Not a directory" -> FileError.ENOTDIR;
      case "Is a directory" -> FileError.EISDIR;
      case "Directory not empty" -> FileError.ENOTEMPTY;
      case "Invalid cross-device link" -> FileError.EXDEV;
      case "File name too long" -> FileError.ENAMETOOLONG;
      case "Too many open files" -> FileError.EMFILE;
      case "Device or resource busy" -> FileError.EBUSY;
      case "Invalid argument" -> FileError.EINVAL;
      default -> reason.contains("Input/output error") ? FileError.EIO : FileError.OTHER;
    };
  }

  /** Returns why. */
  public FileError error() {
    return error;
  }
}
