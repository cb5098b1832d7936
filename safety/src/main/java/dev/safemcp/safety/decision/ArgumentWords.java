package dev.safemcp.safety.decision;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which words of argument rules a command carries, however they are spelled.
 *
 * <p>A rule can only know how programs in general read their options, not how this one does, so a
 * spelling that some program would read as the word counts: a rule denies, and to deny too much can
 * be mended by the operator. What counts, beside the word itself:
 *
 * <ul>
 *   <li>{@code --force}: {@code --force=yes}; the abbreviations {@code --forc} to {@code --f},
 *       since getopt_long(3) takes them; {@code -force} and {@code -force=yes}, since Go's programs
 *       take one dash for two.
 *   <li>{@code --mode=777}: the same, with that value, also as {@code --mode 777}.
 *   <li>{@code -f}: any bundle that has the letter, such as {@code -uf}.
 *   <li>{@code -rf}, up to three different letters: all of them in any bundles, such as {@code -f
 *       -vr}.
 *   <li>{@code -delete}, which is rather a name than a bundle: {@code -delete=x}, {@code --delete},
 *       one bundle with all its letters, or several bundles of nothing but its letters. Letters out
 *       of other long names do not add up: {@code -links} and {@code -maxdepth} are no {@code
 *       -delete}.
 *   <li>{@code push}: as the value in {@code --opt=push} or {@code -opush}.
 * </ul>
 *
 * <p>Stateless.
 */
final class ArgumentWords {
  /** More different letters than anybody bundles by habit make a name. */
  private static final int BUNDLE = 3;

  private ArgumentWords() {}

  /**
   * Returns the words that the command carries.
   *
   * @param words the words of every argument rule
   * @param name the command's name, which is a token too
   * @param arguments what follows it
   */
  static Set<String> carried(Set<String> words, String name, List<String> arguments) {
    Set<String> carried = new LinkedHashSet<>();
    for (String word : words) {
      if (word.equals(name) || arguments.contains(word) || respelled(word, arguments)) {
        carried.add(word);
      }
    }
    return carried;
  }

  private static boolean respelled(String word, List<String> arguments) {
    if (isLong(word)) {
      return asLongOption(word, arguments);
    }
    if (isShort(word)) {
      return asLongName(word, arguments) || asBundle(letters(word), arguments);
    }
    return arguments.stream().anyMatch(argument -> isValueOf(argument, word));
  }

  private static boolean asLongOption(String word, List<String> arguments) {
    String option = beforeEquals(word);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      String given = beforeEquals(argument);
      boolean named =
          isLong(given)
              ? option.startsWith(given)
              : isShort(given) && option.length() > 3 && option.equals("-" + given);
      if (!named) {
        continue;
      }
      boolean valueGiven = given.length() < argument.length();
      if (option.length() == word.length()
          || (valueGiven && afterEquals(argument).equals(afterEquals(word)))
          || (!valueGiven
              && i + 1 < arguments.size()
              && arguments.get(i + 1).equals(afterEquals(word)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean asLongName(String word, List<String> arguments) {
    return word.length() > 2
        && arguments.stream()
            .map(ArgumentWords::beforeEquals)
            .anyMatch(given -> given.equals(word) || given.equals("-" + word));
  }

  private static boolean asBundle(Set<Integer> wanted, List<String> arguments) {
    Set<Integer> found = new LinkedHashSet<>();
    for (String argument : arguments) {
      if (!isShort(argument)) {
        continue;
      }
      Set<Integer> letters = letters(argument);
      if (letters.containsAll(wanted)) {
        return true;
      }
      if (wanted.size() <= BUNDLE || wanted.containsAll(letters)) {
        found.addAll(letters);
      }
    }
    return found.containsAll(wanted);
  }

  private static boolean isValueOf(String argument, String word) {
    if (isLong(argument)) {
      return argument.length() > beforeEquals(argument).length()
          && afterEquals(argument).equals(word);
    }
    return isShort(argument) && argument.length() > 2 && argument.substring(2).equals(word);
  }

  /** Returns what may be flags in a bundle: a value that follows {@code =} or a path is none. */
  private static Set<Integer> letters(String bundle) {
    return bundle
        .codePoints()
        .skip(1)
        .takeWhile(letter -> letter != '=' && letter != '/')
        .boxed()
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean isLong(String argument) {
    return argument.startsWith("--") && argument.length() > 2 && argument.charAt(2) != '=';
  }

  private static boolean isShort(String argument) {
    return argument.startsWith("-") && !argument.startsWith("--") && argument.length() > 1;
  }

  private static String beforeEquals(String argument) {
    int equals = argument.indexOf('=');
    return equals < 0 ? argument : argument.substring(0, equals);
  }

  private static String afterEquals(String argument) {
    return argument.substring(Math.min(argument.length(), beforeEquals(argument).length() + 1));
  }
}
