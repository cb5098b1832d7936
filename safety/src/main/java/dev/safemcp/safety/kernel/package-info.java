/**
 * The Linux system calls that the JDK lacks, bound through {@code java.lang.foreign}.
 *
 * <p>Lives here: one class for each family of calls, thin, with errno as a value. Invariants:
 * nothing here decides; memory is freed before a method returns; off Linux every family says that
 * it is absent. Not here: any policy.
 */
@NullMarked
package dev.safemcp.safety.kernel;

import org.jspecify.annotations.NullMarked;
