/**
 * What a client is told of a server: its tools and their schemas.
 *
 * <p>Lives here: how a tool's parameters and detail become JSON Schemas. Invariants: the same
 * server says the same in the same order at every start; a schema says what the operation checks.
 * Not here: the protocol's own shapes, and the texts.
 */
@NullMarked
package dev.safemcp.stdio.catalogue;

import org.jspecify.annotations.NullMarked;
