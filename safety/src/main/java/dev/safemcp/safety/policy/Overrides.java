package dev.safemcp.safety.policy;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The environment's word, which wins over the file's.
 *
 * @param environment all variables; an empty one counts as unset
 * @param workingDirectory what relative values resolve against
 */
record Overrides(Map<String, String> environment, Path workingDirectory) {
  Optional<String> text(String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
  }

  Optional<Path> path(String variable) throws Refusal {
    Optional<String> value = text(variable);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(workingDirectory.resolve(value.get()));
    } catch (InvalidPathException fault) {
      throw new Refusal(
          variable + " is '" + value.get() + "', which is no path: correct or unset it");
    }
  }
}
