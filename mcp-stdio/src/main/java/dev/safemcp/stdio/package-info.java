/**
 * How a list of tools becomes an MCP server over stdio.
 *
 * <p>Lives here: the framing, the session and its eras, and the two standard streams; the MCP SDK
 * is known nowhere else. Invariants: stdout carries JSON-RPC alone; every accepted call is answered
 * once, or was cancelled; no client input ends the server. Not here: what a tool does.
 */
@NullMarked
package dev.safemcp.stdio;

import org.jspecify.annotations.NullMarked;
