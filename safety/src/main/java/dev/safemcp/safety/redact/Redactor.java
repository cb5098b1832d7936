package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Makes {@link Redacted} texts: visible first, redacted second, cut last.
 *
 * <p>Thread-safe and immutable: one for each policy.
 */
public final class Redactor {
  private static final int MARGIN = 16 * 1024;

  private final boolean enabled;
  private final SecretFinder finder;

  private Redactor(RedactionPolicy policy) {
    this.enabled = policy.enabled();
    this.finder = new SecretFinder(policy);
  }

  /** Returns a redactor for the policy's words on redaction. */
  public static Redactor of(RedactionPolicy policy) {
    return new Redactor(policy);
  }

  /**
   * Redacts one line: a reason, a file name, an argument. Line breaks and tabs are made visible
   * too.
   *
   * @param text any text, lone surrogates included
   */
  public Redacted line(String text) {
    return redact(VisibleText.of(text, false), false, Integer.MAX_VALUE);
  }

  /**
   * Redacts what a command wrote, then cuts it.
   *
   * @param captured the first bytes of the output, at least {@code maxBytes} plus {@link #margin()}
   *     of them where there were that many; invalid UTF-8 becomes U+FFFD
   * @param more whether the output went on after {@code captured}
   * @param maxBytes the cap in bytes of UTF-8; the marker comes on top
   */
  public Redacted output(byte[] captured, boolean more, int maxBytes) {
    int length = more ? Utf8.wholeCharacters(captured) : captured.length;
    String text = new String(captured, 0, length, StandardCharsets.UTF_8);
    return redact(VisibleText.of(text, true), more, maxBytes);
  }

  /**
   * Returns how many bytes past the cap a caller must capture, so that a secret across the cut is
   * seen whole.
   */
  public static int margin() {
    return MARGIN;
  }

  private Redacted redact(VisibleText visible, boolean more, int maxBytes) {
    String text = enabled ? hidden(visible, finder.find(visible.skeleton(), more)) : visible.text();
    return Cut.of(text, maxBytes, more);
  }

  /** Puts a tag in the place of each secret. */
  private static String hidden(VisibleText visible, List<Span> secrets) {
    String text = visible.text();
    if (secrets.isEmpty()) {
      return text;
    }
    StringBuilder hidden = new StringBuilder(text.length());
    int done = 0;
    for (Span secret : secrets) {
      int end = visible.end(secret.end());
      hidden.append(text, done, visible.start(secret.start()));
      hidden.append(Cut.TAG).append(secret.kind()).append(']');
      // A key of twenty lines leaves twenty lines: what follows stays where a reader expects it.
      text.substring(visible.start(secret.start()), end)
          .chars()
          .filter(c -> c == '\n')
          .forEach(c -> hidden.append('\n'));
      done = end;
    }
    return hidden.append(text, done, text.length()).toString();
  }
}
