/**
 * What the organizer asks of a file system, one call at a time.
 *
 * <p>Lives here: names as bytes, the facts that an lstat gives, errors by name, and {@link
 * dev.safemcp.safety.file.FileCalls} and {@link dev.safemcp.safety.file.StateCalls}, through which
 * alone everything that moves a file and keeps the journal reaches the disk. Invariants: no call
 * follows a symbolic link below a root; no call replaces what is there, but for the journal's own
 * file; a name that does not decode survives. Not here: the Linux back end (kernel), and when to
 * call what (move, journal).
 */
@NullMarked
package dev.safemcp.safety.file;

import org.jspecify.annotations.NullMarked;
