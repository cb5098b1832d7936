/**
 * Keeps secrets and acting bytes out of everything that leaves: output, reasons, names, audit,
 * logs.
 *
 * <p>Lives here: making escape sequences and invisible characters visible, finding secrets by shape
 * and by structure, and the cut. Invariants: text is made visible first, redacted second and cut
 * last; time is linear in the text whatever the text or an operator's pattern; only this package
 * makes a {@link dev.safemcp.safety.redact.Redacted}. Not here: where texts come from and where
 * they go.
 *
 * <p>The road: {@code CapturedText} decodes, {@code VisibleText} writes out what hides and gives
 * {@code View}s to read it by, {@code SecretFinder} walks each view with {@code Keywords} and lets
 * a {@code Rule} look where its keyword stands ({@code ProviderShapes} is the table of prefixes;
 * the other rules know structures), {@code Markers} names what was found and {@code Cut} ends it. A
 * rule that rejects has looked at a bounded stretch or remembers in {@code Scan} how far it looked:
 * whoever adds one keeps to that.
 */
@NullMarked
package dev.safemcp.safety.redact;

import org.jspecify.annotations.NullMarked;
