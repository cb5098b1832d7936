/**
 * Tests that look at the whole: the borders between packages, the format, the README, the launcher.
 */
@NullMarked
package dev.safemcp;

import org.jspecify.annotations.NullMarked;
