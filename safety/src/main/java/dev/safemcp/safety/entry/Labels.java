package dev.safemcp.safety.entry;

import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The labels that a name alone, or a name and a kind, bear. Case does not count. Stateless. */
public final class Labels {
  private static final Set<String> SYSTEM = Set.of("desktop.ini", "thumbs.db", ".ds_store");
  private static final Set<String> INSTALLERS =
      Set.of(".msi", ".pkg", ".dmg", ".deb", ".rpm", ".apk", ".appimage", ".exe");
  private static final Set<String> EXECUTABLES = Set.of(".exe", ".bat", ".cmd", ".com", ".lnk");

  private Labels() {}

  /** Returns the labels of a name, whatever bears it. */
  public static Set<Label> ofName(Name name) {
    Set<Label> labels = EnumSet.noneOf(Label.class);
    if (UnsafeCharacters.in(name)) {
      labels.add(Label.UNSAFE_NAME);
    }
    String folded = name.visible().toLowerCase(Locale.ROOT);
    if (folded.startsWith(".")) {
      labels.add(Label.DOTFILE);
      labels.add(Label.HIDDEN);
    }
    if (SYSTEM.contains(folded)) {
      labels.add(Label.SYSTEM);
    }
    return labels;
  }

  /** Returns the labels of a folder's name: those of any name, and *.app. */
  public static Set<Label> ofFolderName(Name name) {
    Set<Label> labels = ofName(name);
    if (extension(name).equals(Optional.of(".app"))) {
      labels.add(Label.APP_FOLDER);
    }
    return labels;
  }

  /** Returns the labels of a file's name: those of any name, and those of its extension. */
  public static Set<Label> ofFileName(Name name) {
    Set<Label> labels = ofName(name);
    String extension = extension(name).orElse("");
    if (INSTALLERS.contains(extension)) {
      labels.add(Label.INSTALLER);
    }
    if (EXECUTABLES.contains(extension)) {
      labels.add(Label.EXECUTABLE);
    }
    return labels;
  }

  /** Returns whether a file of that name makes the folder around it an application's. */
  static boolean ofApplication(Name name) {
    return extension(name)
        .filter(extension -> INSTALLERS.contains(extension) || EXECUTABLES.contains(extension))
        .isPresent();
  }

  /** Returns the labels of a name for what bears it; an app folder is known by its name alone. */
  public static Set<Label> of(Name name, Kind kind) {
    return switch (kind) {
      case DIRECTORY -> {
        Set<Label> labels = ofFolderName(name);
        labels.add(Label.DIRECTORY);
        yield labels;
      }
      case REGULAR_FILE -> ofFileName(name);
      case SYMBOLIC_LINK, OTHER -> ofName(name);
    };
  }

  /**
   * Returns the last suffix of a name, in lower case with its dot; none where the only dot is the
   * first character or the last one.
   */
  public static Optional<String> extension(Name name) {
    String text = name.visible();
    int dot = text.lastIndexOf('.');
    return dot > 0 && dot < text.length() - 1
        ? Optional.of(text.substring(dot).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }
}
