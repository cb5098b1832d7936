package dev.safemcp.safety.decision;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The flags that a command's arguments carry, beside the arguments themselves.
 *
 * <p>{@code --force=yes} carries {@code --force}; {@code -uf} carries {@code -u} and {@code -f}.
 * GNU programs take abbreviated long options ({@code --forc}), so an argument that is the beginning
 * of a long option that a rule names carries that option too. Reading too much into an argument
 * only ever denies more. Stateless.
 */
final class FlagTokens {
  private FlagTokens() {}

  /**
   * Returns the tokens of a command's arguments.
   *
   * @param arguments the arguments
   * @param named the words that rules look for
   */
  static Set<String> of(List<String> arguments, Set<String> named) {
    Set<String> tokens = new LinkedHashSet<>();
    for (String argument : arguments) {
      tokens.add(argument);
      if (argument.startsWith("--")) {
        int equals = argument.indexOf('=');
        String option = equals < 0 ? argument : argument.substring(0, equals);
        tokens.add(option);
        if (option.length() > 2) {
          named.stream().filter(word -> word.startsWith(option)).forEach(tokens::add);
        }
      } else if (argument.startsWith("-")) {
        argument
            .codePoints()
            .skip(1)
            .forEach(letter -> tokens.add("-" + Character.toString(letter)));
      }
    }
    return tokens;
  }

  /**
   * Returns what a rule's word asks for: a bundle such as {@code -rf} asks for each of its letters.
   */
  static Set<String> wanted(String word) {
    boolean bundle =
        word.length() > 2
            && word.charAt(0) == '-'
            && word.substring(1).chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c));
    if (!bundle) {
      return Set.of(word);
    }
    Set<String> letters = new LinkedHashSet<>();
    word.chars().skip(1).forEach(letter -> letters.add("-" + (char) letter));
    return letters;
  }
}
