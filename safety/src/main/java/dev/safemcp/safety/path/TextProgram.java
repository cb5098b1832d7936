package dev.safemcp.safety.path;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * How a program reads an argument that begins with a slash.
 *
 * <p>To a few programs it is mostly text: {@code sed -n /re/p}, {@code awk '/re/'}, {@code grep
 * /api/v1}, {@code cut -d/}. For those, and only where it could not be a place that is there, it
 * passes as text. None of them creates what it does not find, but by its script (or by gawk's
 * options that dump and print one), which no check of arguments reads.
 */
enum TextProgram {
  /** Any other: it names a place. */
  NONE,
  /** Takes patterns, and may walk folders: a lone {@code /} is a place. */
  SEARCH,
  /** Takes patterns and delimiters, and can do nothing with a folder. */
  FILTER;

  /**
   * Returns how the program of that name reads.
   *
   * @param name as the allowlist has it
   */
  static TextProgram of(String name) {
    return switch (name) {
      case "grep", "egrep", "fgrep", "rg" -> SEARCH;
      case "awk", "gawk", "mawk", "nawk", "cut", "sed", "tr" -> FILTER;
      default -> NONE;
    };
  }

  /**
   * Returns whether it is text and no place: a lone slash to a filter, or a path whose first
   * component names nothing on this machine.
   *
   * @param path absolute
   */
  boolean takesAsText(Path path) {
    if (this == NONE) {
      return false;
    }
    if (path.getNameCount() == 0) {
      return this == FILTER;
    }
    Path first = path.getName(0);
    return !first.toString().startsWith(".")
        && Files.notExists(path.getRoot().resolve(first), LinkOption.NOFOLLOW_LINKS);
  }
}
