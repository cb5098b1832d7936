/**
 * The record of what was asked, decided and done.
 *
 * <p>Lives here: records, the hash chain over them, the file with its locking, rotation and fsync,
 * and the permit that an attempt's record grants. Invariants: an acting call can only be made with
 * a permit; each record's hash covers the one before; no output of a command is ever written. Not
 * here: what to record.
 */
@NullMarked
package dev.safemcp.safety.audit;

import org.jspecify.annotations.NullMarked;
