package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A path that the policy file, the environment or a default names.
 *
 * @param key its key in the file
 * @param variable the environment's variable that said it; nothing where the file or a default did
 * @param path absolute, otherwise as written
 */
record ConfiguredPath(KeyPath key, Optional<String> variable, Path path) {

  /** Reads one: the environment wins; an empty variable counts as unset. */
  static Optional<ConfiguredPath> read(
      Section section, String key, String variable, LoadingContext context) {
    KeyPath way = section.path().child(key);
    String value = context.environment().getOrDefault(variable, "");
    if (!value.isEmpty()) {
      Optional<String> fault = KeyRules.path(value);
      if (fault.isPresent()) {
        context.faults().elsewhere(variable + " " + fault.get());
        return Optional.empty();
      }
      return Optional.of(
          new ConfiguredPath(
              way, Optional.of(variable), context.workingDirectory().resolve(value)));
    }
    return inFile(section, key, context);
  }

  /** Reads what the file or the default says, whatever the environment does. */
  static Optional<ConfiguredPath> inFile(Section section, String key, LoadingContext context) {
    return section
        .optionalText(key)
        .map(
            text ->
                new ConfiguredPath(
                    section.path().child(key),
                    Optional.empty(),
                    context.file().folder().resolve(text)));
  }

  /** Notes a problem where the value was said; it begins after the key. */
  void fault(Faults faults, String problem) {
    if (variable.isPresent()) {
      faults.elsewhere(variable.get() + " (" + key + ") " + problem);
    } else {
      faults.at(key, key + " " + problem);
    }
  }

  /** Returns the path as a message shows it. */
  String shown() {
    return Wording.quoted(path.toString());
  }
}
