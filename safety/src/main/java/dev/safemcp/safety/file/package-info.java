/**
 * What the organizer asks of a file system, one call at a time.
 *
 * <p>Lives here: names as bytes, the facts that an lstat gives, errors by name, and {@link
 * dev.safemcp.safety.file.FileCalls}, through which alone files are moved. Invariants: no call
 * follows a symbolic link below a root; a name that does not decode survives; an error's text holds
 * no path. Not here: the back ends (kernel, move), and when to call what.
 */
@NullMarked
package dev.safemcp.safety.file;

import org.jspecify.annotations.NullMarked;
