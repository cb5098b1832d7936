package dev.safemcp.safety.path;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The places that an argument may name, whatever the program makes of it.
 *
 * <p>We do not know a program's options, so every reading counts: the argument itself, what follows
 * {@code =} ({@code --file=/x}, {@code of=/x}), what follows the letters of a short option ({@code
 * -f/x}, {@code -C..}), what follows {@code @} ({@code -d@/x}), an absolute place after a colon
 * ({@code host:/x}; {@code https://x} is none), and a {@code file:} URI. A reading that names
 * nothing outside harms nobody. Words inside a script ({@code sed 'w /x'}) are not looked at: there
 * the kernel's rules are the border. Stateless.
 */
final class NamedPlaces {
  private NamedPlaces() {}

  static Set<String> of(String argument) {
    Set<String> places = new LinkedHashSet<>();
    add(places, argument);
    if (argument.startsWith("-") && !argument.startsWith("--")) {
      afterLetters(places, argument);
    }
    for (int i = argument.indexOf('='); i >= 0; i = argument.indexOf('=', i + 1)) {
      add(places, argument.substring(i + 1));
    }
    for (int i = argument.indexOf(":/"); i >= 0; i = argument.indexOf(":/", i + 1)) {
      boolean uri =
          argument.startsWith("://", i) && !argument.regionMatches(true, i - 4, "file", 0, 4);
      if (!uri) {
        add(places, argument.substring(i + 1));
      }
    }
    return places;
  }

  private static void add(Set<String> places, String text) {
    if (text.isEmpty()) {
      return;
    }
    places.add(text);
    if (text.startsWith("@") && text.length() > 1) {
      places.add(text.substring(1));
    }
    // A shell's home of another user, which some programs expand themselves; ~ and ~/ are the root
    // (HOME).
    if (text.startsWith("~")
        && text.length() > 1
        && text.charAt(1) != '/'
        && Character.isLetter(text.charAt(1))) {
      places.add("/home/" + text.substring(1));
    }
  }

  /**
   * Adds what may follow the letters of bundled short options. Only a value that starts like a path
   * counts at each position, and the value after the first letter in any case: it may be the name
   * of a link.
   */
  private static void afterLetters(Set<String> places, String argument) {
    if (argument.length() > 2) {
      add(places, argument.substring(2));
    }
    for (int i = 3; i < argument.length(); i++) {
      if (!Character.isLetterOrDigit(argument.charAt(i - 1))) {
        return;
      }
      char c = argument.charAt(i);
      if (c == '/' || c == '.' || c == '~' || c == '@') {
        add(places, argument.substring(i));
      }
    }
  }
}
