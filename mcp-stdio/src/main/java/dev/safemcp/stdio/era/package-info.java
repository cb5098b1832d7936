/**
 * The eras of the protocol, and the only place that knows the MCP SDK.
 *
 * <p>Lives here: how a request of either era becomes an answer. Invariants: a request reaches the
 * SDK only after its method, tool and parameters were found to be what the protocol says, and
 * without the arguments, which go to the operation beside it; no text of an exception leaves. Not
 * here: lines, ids in flight, cancelling.
 */
@NullMarked
package dev.safemcp.stdio.era;

import org.jspecify.annotations.NullMarked;
