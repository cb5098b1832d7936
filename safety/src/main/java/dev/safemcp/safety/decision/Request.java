package dev.safemcp.safety.decision;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is asked, in the evaluator's terms: a name and tokens.
 *
 * @param name a command's name, or {@code organize}
 * @param tokens what rules may look for: a command's arguments, or an entry's labels
 */
public record Request(String name, Set<String> tokens) {
  public Request {
    tokens = Set.copyOf(tokens);
  }

  /**
   * Returns the request of a command. Beside each argument stand the flags that it contains, so
   * that a rule on {@code --force} sees {@code --force=yes}, and one on {@code -f} sees {@code
   * -uf}.
   */
  public static Request ofCommand(String name, List<String> arguments) {
    Set<String> tokens = new LinkedHashSet<>();
    for (String argument : arguments) {
      tokens.add(argument);
      if (argument.startsWith("--")) {
        int equals = argument.indexOf('=');
        if (equals > 2) {
          tokens.add(argument.substring(0, equals));
        }
      } else if (argument.startsWith("-")) {
        argument
            .codePoints()
            .skip(1)
            .forEach(letter -> tokens.add("-" + Character.toString(letter)));
      }
    }
    return new Request(name, tokens);
  }
}
