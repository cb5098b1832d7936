/** Tests of the transport, and what they share: a client on a pipe, and a server to talk to. */
@NullMarked
package dev.safemcp.stdio;

import org.jspecify.annotations.NullMarked;
