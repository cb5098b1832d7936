/**
 * What a client asked for, checked in itself.
 *
 * <p>Lives here: the parameters of a tool, the check of a call's arguments against them, and how a
 * refusal repeats a client's text. Invariants: the schema that a client sees and the check that it
 * meets come from one list; a request that exists has every required argument, no unknown one, and
 * only well-formed text within bounds. Not here: whether the request is allowed.
 */
@NullMarked
package dev.safemcp.safety.request;

import org.jspecify.annotations.NullMarked;
