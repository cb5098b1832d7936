package dev.safemcp.safety.path;

import dev.safemcp.safety.decision.VettedCommand;
import dev.safemcp.safety.request.ClientText;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The border around one root.
 *
 * <p>Thread-safe and immutable. What it says was true when it looked: the act opens the folder
 * again from a handle on the root, and the kernel's half of the jail holds what arguments lead to.
 */
public final class Jail {
  private static final String STAY = ": name it relative to the folder, without leaving the root";

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
   * @param cwd the folder as the client wrote it, relative to the root or absolute; null or empty
   *     for the root
   * @param containArguments whether arguments are checked
   */
  public Containment contain(
      VettedCommand command, @Nullable String cwd, boolean containArguments) {
    String folder = cwd == null ? "" : cwd;
    return switch (FolderCheck.of(root, folder)) {
      case FolderCheck.Outside() ->
          new Containment.Escape(quoted(folder) + " is outside the root, or leaves it" + STAY);
      case FolderCheck.Linked() ->
          new Containment.Escape(
              quoted(folder) + " leads through a symbolic link: name the folder itself");
      case FolderCheck.Absent() ->
          new Containment.NoFolder(
              quoted(folder) + " is not there, or is no folder: name one that exists");
      case FolderCheck.Found(Path relative) -> {
        ContainedFolder found = new ContainedFolder(root, relative);
        Optional<String> escape = containArguments ? firstEscape(command, found) : Optional.empty();
        yield escape
            .<Containment>map(Containment.Escape::new)
            .orElseGet(() -> new Containment.Inside(new ContainedCommand(command, found)));
      }
    };
  }

  private Optional<String> firstEscape(VettedCommand command, ContainedFolder folder) {
    Walk walk = new Walk(root, folder.relative(), TextProgram.of(command.name()));
    for (String argument : command.arguments()) {
      Optional<String> escape = escape(argument, walk);
      if (escape.isPresent()) {
        return escape;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> escape(String argument, Walk walk) {
    return switch (walk.of(argument)) {
      case INSIDE -> Optional.empty();
      case OUTSIDE -> Optional.of(quoted(argument) + " names a place outside the root" + STAY);
      case OUTSIDE_BY_LINK ->
          Optional.of(
              quoted(argument)
                  + " leads outside the root through a symbolic link: name a place inside it");
      case UNKNOWN ->
          Optional.of(
              quoted(argument) + " cannot be checked for where it leads: name a simpler path");
    };
  }

  private static String quoted(String text) {
    if (text.isEmpty()) {
      return "the root";
    }
    return "'" + ClientText.bounded(text, ClientText.PLACE) + "'";
  }
}
