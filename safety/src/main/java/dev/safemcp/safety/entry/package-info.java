/**
 * What lies in a folder, and what can be said of it from its name and its lstat.
 *
 * <p>Lives here: entries, the words that rules may look for (labels), and the reading of a folder.
 * Invariants: no link is followed; nothing is opened but folders; memory and the number of calls
 * are bounded whatever a folder holds; names are ordered by code point. Not here: what the words
 * mean for an entry (decision).
 */
@NullMarked
package dev.safemcp.safety.entry;

import org.jspecify.annotations.NullMarked;
