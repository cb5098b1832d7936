package dev.safemcp.safety.path;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The texts in an argument that some program would open.
 *
 * <p>No table of programs and their options stands behind this: such tables are never whole, and a
 * program that is missing would be unguarded. So each spelling that is in general use counts:
 *
 * <ul>
 *   <li>the argument: {@code /x}, {@code ../x}, {@code lnk};
 *   <li>what follows an equals sign: {@code --file=/x}, {@code of=/x};
 *   <li>what follows the letters of short options: {@code -f/x}, {@code -C..}, {@code -xf../a},
 *       {@code -flnk}. {@code -Isrc/x} could be the option {@code I} or the options {@code Isrc}
 *       with {@code /x}, so it counts as both;
 *   <li>what follows an at sign at the start of one of these: {@code @/x}, {@code -d@/x};
 *   <li>what follows a colon, where it is absolute or climbs: {@code host:/x}, {@code HEAD:../x},
 *       but not {@code https://host};
 *   <li>the path of a {@code file:} URI, with and without percent-decoding.
 * </ul>
 *
 * <p>A script is one argument and is not searched for places: {@code sed 'w /x'} is held by the
 * kernel's half of the jail, and {@code grep 'GET /api'} names none.
 */
final class Spellings {
  /** NAME_MAX in characters at most: a longer first component names nothing. */
  private static final int MAX_NAME = 255;

  private final Set<String> found = new LinkedHashSet<>();

  private Spellings() {}

  static List<String> of(String argument) {
    Spellings spellings = new Spellings();
    spellings.value(argument);
    spellings.afterEquals(argument);
    spellings.afterShortOptions(argument);
    spellings.afterColons(argument);
    spellings.inFileUris(argument);
    return new ArrayList<>(spellings.found);
  }

  private void value(String text) {
    found.add(text);
    if (text.startsWith("@")) {
      found.add(text.substring(1));
    }
  }

  private void afterEquals(String argument) {
    for (int i = argument.indexOf('='); i >= 0; i = argument.indexOf('=', i + 1)) {
      value(argument.substring(i + 1));
    }
  }

  private void afterShortOptions(String argument) {
    if (!argument.startsWith("-") || argument.startsWith("--")) {
      return;
    }
    int slash = argument.indexOf('/');
    int end = slash < 0 ? argument.length() - 1 : slash;
    for (int i = 2; i <= end && isOptionLetter(argument.charAt(i - 1)); i++) {
      if (end - i <= MAX_NAME) {
        value(argument.substring(i));
      }
    }
  }

  private static boolean isOptionLetter(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9');
  }

  private void afterColons(String argument) {
    for (int i = argument.indexOf(':'); i >= 0; i = argument.indexOf(':', i + 1)) {
      String rest = argument.substring(i + 1);
      boolean absolute = rest.startsWith("/") && !rest.startsWith("//");
      if (absolute || rest.equals("..") || rest.startsWith("../")) {
        found.add(rest);
      }
    }
  }

  private void inFileUris(String argument) {
    String lower = argument.toLowerCase(Locale.ROOT);
    for (int i = lower.indexOf("file:"); i >= 0; i = lower.indexOf("file:", i + 1)) {
      String rest = argument.substring(Math.min(argument.length(), i + "file:".length()));
      if (rest.startsWith("//")) {
        // Some programs cut the prefix off, others know of a host (RFC 8089).
        String afterPrefix = rest.substring(2);
        uriPath(afterPrefix);
        int path = afterPrefix.indexOf('/');
        if (path > 0) {
          uriPath(afterPrefix.substring(path));
        }
      } else {
        uriPath(rest);
      }
    }
  }

  private void uriPath(String path) {
    found.add(path);
    try {
      found.add(URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notEncoded) {
      return; // the path as it stands is all that it can mean
    }
  }
}
