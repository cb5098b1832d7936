/**
 * Lines as JSON-RPC 2.0 messages, and back.
 *
 * <p>Lives here: parsing within bounds, the kinds of messages, ids, error codes, and the writing of
 * answers and notifications. Invariants: whatever the bytes, reading returns a value and uses
 * memory in proportion to a bounded line; what is written is one line of valid UTF-8. Not here:
 * what a method means.
 */
@NullMarked
package dev.safemcp.stdio.message;

import org.jspecify.annotations.NullMarked;
