package dev.safemcp.safety.decision;

import java.util.Set;

/**
 * What is asked, in the evaluator's terms: a name and tokens.
 *
 * @param name a command's name, or {@code organize}
 * @param tokens what rules may look for: the words of argument rules that a command carries, or an
 *     entry's labels
 */
public record Request(String name, Set<String> tokens) {
  public Request {
    tokens = Set.copyOf(tokens);
  }
}
