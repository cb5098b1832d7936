package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.util.Map;

/**
 * What every step of loading looks at.
 *
 * @param file the policy file
 * @param environment the environment's variables
 * @param workingDirectory absolute
 * @param faults where a step notes what is wrong
 */
record LoadingContext(
    PolicyFile file, Map<String, String> environment, Path workingDirectory, Faults faults) {
  /** Returns the same without what was noted so far. */
  LoadingContext afresh() {
    return new LoadingContext(file, environment, workingDirectory, new Faults(file));
  }
}
