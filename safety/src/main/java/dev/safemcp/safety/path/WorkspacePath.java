package dev.safemcp.safety.path;

import dev.safemcp.safety.file.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A way from a workspace root downwards, as the wire and the journal write it: names between
 * slashes, none of them {@code .} or {@code ..}. Whether a link lies on it is seen when it is
 * opened, by the same call that opens it.
 *
 * <p>Immutable; compared by its names.
 */
public final class WorkspacePath {
  private static final WorkspacePath ROOT = new WorkspacePath(List.of());

  private final List<String> names;

  private WorkspacePath(List<String> names) {
    this.names = List.copyOf(names);
  }

  /** What reading a path says. */
  public sealed interface Reading {
    /** It stays below the root. */
    record Inside(WorkspacePath path) implements Reading {}

    /** It leaves the root. */
    record Escape(String reason) implements Reading {}
  }

  /**
   * Reads what a client wrote. Nothing is trimmed or expanded: a path is exact. An absolute path
   * and any {@code ..} are refused, also where they would end inside: paths are relative to the
   * root, and what {@code a/..} is depends on what {@code a} is.
   *
   * @param text without NUL; empty and {@code .} are the root
   */
  public static Reading read(String text) {
    if (text.startsWith("/")) {
      return new Reading.Escape("'" + text + "' is absolute: name it from the workspace root");
    }
    List<String> names = new ArrayList<>();
    for (String name : text.split("/", -1)) {
      if (name.equals("..")) {
        return new Reading.Escape(
            "'" + text + "' contains '..': name it from the workspace root without it");
      }
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return new Reading.Inside(new WorkspacePath(names));
  }

  /** Returns the root itself. */
  public static WorkspacePath root() {
    return ROOT;
  }

  /** Returns the path of an entry below this one. */
  public WorkspacePath resolve(String name) {
    List<String> longer = new ArrayList<>(names);
    longer.add(name);
    return new WorkspacePath(longer);
  }

  /** Returns whether it is the root itself. */
  public boolean isRoot() {
    return names.isEmpty();
  }

  /** Returns its names from the root downwards. */
  public List<String> names() {
    return names;
  }

  /** Returns the same as the file system takes them. */
  public List<Name> components() {
    return names.stream().map(Name::of).toList();
  }

  /** Returns how many bytes the names and the slashes between them have in UTF-8. */
  public long bytes() {
    return names.stream().mapToLong(name -> Name.of(name).length() + 1L).sum();
  }

  /**
   * Returns the last name.
   *
   * @throws java.util.NoSuchElementException for the root
   */
  public Name name() {
    return Name.of(names.getLast());
  }

  /** Returns the folder that it lies in; empty for the root. */
  public Optional<WorkspacePath> parent() {
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(new WorkspacePath(names.subList(0, names.size() - 1)));
  }

  /** Returns the folder that it lies in; of the root, the root. */
  public WorkspacePath folder() {
    return parent().orElse(this);
  }

  /** Returns whether {@code other} is this path or lies below it. */
  public boolean holds(WorkspacePath other) {
    return other.names.size() >= names.size() && other.names.subList(0, names.size()).equals(names);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WorkspacePath that && names.equals(that.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  /** Returns it as the wire writes it; the root is empty. */
  @Override
  public String toString() {
    return String.join("/", names);
  }
}
