/**
 * Keeps secrets and acting bytes out of everything that leaves: output, reasons, names, audit,
 * logs.
 *
 * <p>Lives here: making escape sequences and invisible characters visible, finding secrets by shape
 * and by structure, and the cut. Invariants: text is made visible first, redacted second and cut
 * last; time is linear in the text whatever the text or an operator's pattern; only this package
 * makes a {@link dev.safemcp.safety.redact.Redacted}. Not here: where texts come from and where
 * they go.
 */
@NullMarked
package dev.safemcp.safety.redact;

import org.jspecify.annotations.NullMarked;
