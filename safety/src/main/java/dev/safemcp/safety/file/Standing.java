package dev.safemcp.safety.file;

/**
 * What lstat says of whether an entry can be taken out of its folder. It is no part of any
 * comparison: it may change without the file being another.
 *
 * @param owner the user that it belongs to; negative where the system does not say
 * @param fixed whether it may not be changed by anybody (immutable or append-only, chattr(1))
 * @param mountPoint whether a file system is mounted on it
 */
public record Standing(int owner, boolean fixed, boolean mountPoint) {
  /** Nothing is known to be in the way. */
  public static final Standing ORDINARY = new Standing(-1, false, false);
}
