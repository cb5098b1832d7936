/** Tests of the session's parts. */
@NullMarked
package dev.safemcp.stdio.session;

import org.jspecify.annotations.NullMarked;
