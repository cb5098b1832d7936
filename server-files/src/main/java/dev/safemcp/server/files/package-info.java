/**
 * The file organizer's server: wiring alone.
 *
 * <p>Lives here: the descriptions of the six tools, and how a policy becomes their operations.
 * Invariants: nothing here decides or acts; no tool deletes. Not here: anything that could do harm.
 */
@NullMarked
package dev.safemcp.server.files;

import org.jspecify.annotations.NullMarked;
