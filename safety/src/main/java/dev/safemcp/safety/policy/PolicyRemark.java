package dev.safemcp.safety.policy;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that an operator should know of a policy that is whole all the same.
 *
 * @param key what it is about, as in {@code terminal.rules[0].command}; empty for the file itself
 * @param line where that stands in the file, from 1
 * @param text what is the matter, without the place
 * @param message the same with the file, line and column before it
 */
public record PolicyRemark(Optional<String> key, OptionalInt line, String text, String message) {}
