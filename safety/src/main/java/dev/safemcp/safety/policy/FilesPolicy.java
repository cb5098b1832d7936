package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What the organizer files where, and what it leaves alone.
 *
 * @param workspaceRoot the root: absolute, real (no link in it), a directory, not {@code /}
 * @param journal the journal file, absolute, outside every root
 * @param maxPlanMoves moves that one plan may hold, positive
 * @param categories folders and the extensions that belong there, in the file's order: the first
 *     match wins
 * @param skips what is left alone, in the file's order
 */
public record FilesPolicy(
    Path workspaceRoot,
    Path journal,
    int maxPlanMoves,
    List<Category> categories,
    List<SkipRule> skips) {
  public FilesPolicy {
    categories = List.copyOf(categories);
    skips = List.copyOf(skips);
  }

  /**
   * A folder of the workspace root and what belongs there.
   *
   * @param name one plain name: no separator, no leading dot, no control character
   * @param extensions lower-case, with the leading dot
   */
  public record Category(String name, Set<String> extensions) {
    public Category {
      extensions = Set.copyOf(extensions);
    }
  }

  /**
   * An entry that is left alone.
   *
   * @param layer whom the rule binds
   * @param when the labels that it matches: alternatives, never empty
   * @param reason what the client is told
   */
  public record SkipRule(Layer layer, Set<Label> when, String reason) {
    public SkipRule {
      when = Set.copyOf(when);
    }
  }

  /** Whom a skip rule binds. */
  public enum Layer {
    /** Every tool, without exception. */
    PROTECTION,
    /** The planner alone; a person's explicit word overrides it. */
    RESTRAINT
  }

  /** What can be said of an entry from its name and its lstat. */
  public enum Label {
    /** Control, bidi, zero-width or tag characters, or bytes that do not decode. */
    UNSAFE_NAME("unsafe-name"),
    /** The name begins with a dot. */
    DOTFILE("dotfile"),
    /** Hidden by the system's own convention. */
    HIDDEN("hidden"),
    /** A file that a desktop keeps for itself: desktop.ini, thumbs.db, .DS_Store. */
    SYSTEM("system"),
    /** A package or set-up program by its extension. */
    INSTALLER("installer"),
    /** A program by its extension. */
    EXECUTABLE("executable"),
    /** A folder *.app, or one that holds installers or executables. */
    APP_FOLDER("app-folder"),
    /** Any directory. */
    DIRECTORY("directory");

    private final String word;

    Label(String word) {
      this.word = word;
    }

    /** Returns the word for it in policy.toml. */
    public String word() {
      return word;
    }
  }
}
