package dev.safemcp.safety.review;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that an operator should look at.
 *
 * @param severity how much it matters
 * @param check the check's name, which stays the same from version to version
 * @param key where it stands in the policy, as in {@code terminal.rules[0]}; empty where the policy
 *     says nothing of it
 * @param line the same as a line of the file, from 1
 * @param what what is the matter; one line
 * @param fix what to do; one line
 */
public record Finding(
    Severity severity,
    String check,
    Optional<String> key,
    OptionalInt line,
    String what,
    String fix) {
  /** How much it matters. */
  public enum Severity {
    /** A server does not start, or an example fails. */
    ERROR,
    /** A hole, or something that does not do what it says. */
    WARNING,
    /** Worth knowing. */
    NOTE;

    /** Returns whether a script should stop on it. */
    public boolean counts() {
      return this != NOTE;
    }
  }
}
