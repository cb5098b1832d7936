package dev.safemcp.safety.path;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
  /**
   * NAME_MAX in characters at most, three for each byte where it is percent-encoded: a spelling
   * whose first component is longer names nothing.
   */
  private static final int MAX_NAME = 3 * 255;

  /**
   * PATH_MAX in characters at most: the kernel opens nothing longer, so what follows in a spelling
   * leads nowhere, and a hostile argument of many signs costs no square of its length.
   */
  private static final int MAX_PATH = 4096;

  private Spellings() {}

  /**
   * Returns the texts, the argument itself first and whole. Made one by one, as they are asked for.
   */
  static Stream<String> of(String argument) {
    return Stream.of(
            values(argument),
            afterEquals(argument),
            afterShortOptions(argument),
            afterColons(argument),
            inFileUris(argument))
        .flatMap(Function.identity());
  }

  private static Stream<String> values(String text) {
    return text.startsWith("@") ? Stream.of(text, text.substring(1)) : Stream.of(text);
  }

  private static Stream<String> afterEquals(String argument) {
    return IntStream.range(0, argument.length())
        .filter(i -> argument.charAt(i) == '=')
        .boxed()
        .flatMap(i -> rest(argument, i + 1))
        .flatMap(Spellings::values);
  }

  private static Stream<String> afterShortOptions(String argument) {
    if (!argument.startsWith("-") || argument.startsWith("--")) {
      return Stream.empty();
    }
    int slash = argument.indexOf('/');
    int end = slash < 0 ? argument.length() - 1 : slash;
    return IntStream.rangeClosed(2, end)
        .takeWhile(i -> isOptionLetter(argument.charAt(i - 1)))
        .boxed()
        .flatMap(i -> rest(argument, i))
        .flatMap(Spellings::values);
  }

  private static boolean isOptionLetter(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9');
  }

  private static Stream<String> afterColons(String argument) {
    return IntStream.range(0, argument.length())
        .filter(i -> argument.charAt(i) == ':')
        .boxed()
        .flatMap(i -> rest(argument, i + 1))
        .filter(
            rest ->
                (rest.startsWith("/") && !rest.startsWith("//"))
                    || rest.equals("..")
                    || rest.startsWith("../"));
  }

  private static Stream<String> inFileUris(String argument) {
    return IntStream.range(0, argument.length())
        .filter(i -> argument.regionMatches(true, i, "file:", 0, "file:".length()))
        .boxed()
        .flatMap(i -> rest(argument, i + "file:".length()))
        .flatMap(Spellings::uriPaths)
        .flatMap(Spellings::decoded);
  }

  /** Some programs cut the two slashes off, others know of a host after them (RFC 8089). */
  private static Stream<String> uriPaths(String rest) {
    if (!rest.startsWith("//")) {
      return Stream.of(rest);
    }
    int path = rest.indexOf('/', 2);
    return path > 2
        ? Stream.of(rest.substring(2), rest.substring(path))
        : Stream.of(rest.substring(2));
  }

  private static Stream<String> decoded(String path) {
    try {
      return Stream.of(path, URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notEncoded) {
      return Stream.of(path);
    }
  }

  private static Stream<String> rest(String argument, int start) {
    int nameEnd = Math.min(argument.length(), start + MAX_NAME);
    boolean named = nameEnd == argument.length();
    for (int i = start; i < nameEnd && !named; i++) {
      named = argument.charAt(i) == '/';
    }
    return named
        ? Stream.of(argument.substring(start, Math.min(argument.length(), start + MAX_PATH)))
        : Stream.empty();
  }
}
