/**
 * The command line as words.
 *
 * <p>Lives here: the refusal of metacharacters and the POSIX splitting of words. Invariants:
 * nothing is ever expanded; one parser reads a command, and what it read is what runs. Not here:
 * whether the words are allowed.
 */
@NullMarked
package dev.safemcp.safety.command;

import org.jspecify.annotations.NullMarked;
