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
 * {@code View}s to read it by (also with {@code %41}, <code>\&#117;0041</code> and {@code Entities}
 * decoded), {@code SecretFinder} walks each view with {@code Keywords} and lets a {@code Rule} look
 * where its keyword stands, {@code Markers} names what was found and {@code Cut} ends it.
 *
 * <p>The rules: {@code ProviderShapes} is the table of prefixes. {@code Assignments} reads names
 * and what they are given: {@code SecretNames} knows what a name means, {@code AssignmentSyntax}
 * and {@code NamedEntries} where its value begins ({@code ValuePlace}), {@code ValueExtent} how far
 * it goes, and {@code AssignedValue} whether it is a secret, by {@code References}, {@code Prose},
 * {@code Placeholders} and {@code Randomness}. The others know one structure each: {@code
 * PrivateKeys}, {@code JsonWebTokens}, {@code UriUserinfo}, {@code Headers}, {@code CommandFlags},
 * {@code CredentialCalls}, {@code PipedPasswords}, {@code Netrc}, {@code Pgpass}, {@code
 * KubernetesSecrets}, {@code Announcements}, {@code Base64Runs}, {@code OperatorPatterns}.
 *
 * <p>A rule that rejects has looked at a bounded stretch or remembers in {@code Scan} how far it
 * looked: whoever adds one keeps to that. {@code Subject} counts what is read; beyond {@code
 * Keywords.most} the rest of a text is hidden. How well all this finds is measured: see
 * docs/redaction.md.
 */
@NullMarked
package dev.safemcp.safety.redact;

import org.jspecify.annotations.NullMarked;
