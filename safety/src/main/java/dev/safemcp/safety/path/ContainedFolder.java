package dev.safemcp.safety.path;

import java.nio.file.Path;

/**
 * A folder inside a root, reached without a link: made by {@link Jail} alone.
 *
 * <p>A name can be swapped between this check and the act, so the act opens {@link #relative()}
 * again, from a handle on the root, refusing links. Immutable.
 */
public final class ContainedFolder {
  private final Path root;
  private final Path relative;

  ContainedFolder(Path root, Path relative) {
    this.root = root;
    this.relative = relative;
  }

  /** Returns the root: absolute and real. */
  public Path root() {
    return root;
  }

  /** Returns the way from the root: normal, without {@code ..}; empty for the root itself. */
  public Path relative() {
    return relative;
  }

  /** Returns the absolute path. */
  public Path absolute() {
    return root.resolve(relative);
  }
}
