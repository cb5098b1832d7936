/**
 * The command line as words.
 *
 * <p>Lives here: the refusal of metacharacters and control characters, and the POSIX splitting of
 * words. Invariants: nothing is ever expanded; no refused character survives in a word, however it
 * was quoted; one parser reads a command, and what it read is what runs. Not here: whether the
 * words are allowed.
 */
@NullMarked
package dev.safemcp.safety.command;

import org.jspecify.annotations.NullMarked;
