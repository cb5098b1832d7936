package dev.safemcp.safety.path;

import dev.safemcp.safety.decision.VettedCommand;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The border around one root.
 *
 * <p>Thread-safe and immutable.
 */
public final class Jail {
  private final Path root;

  private Jail(Path root) {
    this.root = root;
  }

  /**
   * Returns the jail of a root.
   *
   * @param root absolute, real, a directory, as the policy's loader checked
   */
  public static Jail of(Path root) {
    return new Jail(root);
  }

  /** What the border says. */
  public sealed interface Containment {
    /** It lies inside. */
    record Inside(ContainedCommand command) implements Containment {}

    /** It leaves the root. */
    record Escape(String reason) implements Containment {}

    /** The folder is not there, or is none. */
    record NoFolder(String reason) implements Containment {}
  }

  /**
   * Checks the folder and, where asked, every argument.
   *
   * @param command what is to run
   * @param cwd the folder as the client wrote it, relative to the root or absolute; null for the
   *     root
   * @param containArguments whether arguments are checked
   */
  public Containment contain(
      VettedCommand command, @Nullable String cwd, boolean containArguments) {
    throw new UnsupportedOperationException(root.toString());
  }
}
