package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;

/**
 * Makes {@link Redacted} texts.
 *
 * <p>Thread-safe and immutable: one for each policy.
 */
public final class Redactor {
  private final RedactionPolicy policy;

  private Redactor(RedactionPolicy policy) {
    this.policy = policy;
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
    return new Redacted(policy.enabled() ? text : text.strip(), false);
  }

  /**
   * Redacts what a command wrote, then cuts it.
   *
   * @param captured the first bytes of the output, at least {@code maxBytes} plus {@link #margin()}
   *     of them where there were that many
   * @param more whether the output went on after {@code captured}
   * @param maxBytes the cap in bytes of UTF-8; the marker comes on top
   */
  public Redacted output(byte[] captured, boolean more, int maxBytes) {
    return new Redacted(
        new String(captured, StandardCharsets.UTF_8), more || captured.length > maxBytes);
  }

  /**
   * Returns how many bytes past the cap a caller must capture, so that a secret across the cut is
   * seen whole.
   */
  public static int margin() {
    return 16 * 1024;
  }
}
