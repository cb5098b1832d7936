package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.VisibleText.Mode;
import java.util.List;

/**
 * Makes {@link Redacted} texts: made visible first, redacted second, cut last.
 *
 * <p>Thread-safe and immutable: one for each policy. Time is linear in the text. Redacting a
 * redacted text changes nothing.
 */
public final class Redactor {
  private static final int MARGIN = 16 * 1024;

  /**
   * A redaction can make the next one see more (a value that was a template before its token was
   * replaced); real texts settle at the second pass.
   */
  private static final int PASSES = 5;

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
    VisibleText visible = VisibleText.of(text, Mode.LINE, text.length(), Integer.MAX_VALUE);
    return new Redacted(redact(visible, false).text, false);
  }

  /**
   * As {@link #line(String)}, cut behind so many bytes of UTF-8: for a log that must stay readable.
   *
   * @param text any text; what is beyond the cap and the margin is not looked at
   * @param maxBytes the cap; the three dots of the cut come on top
   */
  public Redacted line(String text, int maxBytes) {
    int seen = (int) Math.min(text.length(), (long) maxBytes + MARGIN);
    boolean more = seen < text.length();
    VisibleText visible =
        VisibleText.of(text.substring(0, seen), Mode.LINE, seen, Integer.MAX_VALUE);
    Draft draft = redact(visible, more);
    int end = Cut.at(draft.text, draft.text.length(), maxBytes);
    boolean cut = more || end < draft.text.length();
    return cut
        ? new Redacted(draft.text.substring(0, end) + "...", true)
        : new Redacted(draft.text, false);
  }

  /**
   * Redacts what a command wrote, then cuts it.
   *
   * <p>Where the output went on after the capture, only what stands before the cap is shown: the
   * margin serves to see whole what crosses it.
   *
   * @param captured the first bytes of the output, at least {@code maxBytes} plus {@link #margin()}
   *     of them where there were that many
   * @param more whether the output went on after {@code captured}
   * @param maxBytes the cap in bytes of UTF-8; the marker comes on top
   */
  public Redacted output(byte[] captured, boolean more, int maxBytes) {
    CapturedText decoded = CapturedText.of(captured, more, maxBytes);
    // Written-out controls are up to eight times as long: what cannot be shown is not kept.
    int limit = (int) Math.min(Integer.MAX_VALUE, maxBytes + 4L * MARGIN);
    VisibleText visible = VisibleText.of(decoded.text(), Mode.OUTPUT, decoded.shown(), limit);
    boolean goesOn = more || visible.stopped();
    Draft draft = redact(visible, goesOn);
    int end = Cut.at(draft.text, draft.shownTo, maxBytes);
    boolean truncated = goesOn || end < draft.text.length();
    return truncated
        ? new Redacted(Cut.withMarker(draft.text, end, maxBytes), true)
        : new Redacted(draft.text, false);
  }

  /**
   * Returns how many bytes past the cap a caller must capture, so that a secret across the cut is
   * seen whole.
   */
  public static int margin() {
    return MARGIN;
  }

  /** A text on its way, and where in it the part ends that may be shown. */
  private record Draft(String text, int shownTo) {}

  private Draft redact(VisibleText visible, boolean more) {
    Draft draft = new Draft(visible.text(), visible.shownTo());
    if (!enabled) {
      return draft;
    }
    List<Span> spans = finder.find(visible, more);
    if (spans.isEmpty()) {
      return draft;
    }
    Markers markers = new Markers(draft.text);
    for (int pass = 1; !spans.isEmpty(); pass++) {
      draft = replace(draft, spans, markers);
      if (pass == PASSES) {
        break;
      }
      VisibleText again = VisibleText.of(draft.text, Mode.OUTPUT, draft.shownTo, Integer.MAX_VALUE);
      spans = finder.find(again, more);
    }
    return draft;
  }

  /** Puts markers in the place of secrets; the number of lines stays. */
  private static Draft replace(Draft draft, List<Span> spans, Markers markers) {
    String text = draft.text;
    StringBuilder out = new StringBuilder(text.length());
    int shownTo = -1;
    int from = 0;
    for (Span span : spans) {
      if (shownTo < 0 && draft.shownTo <= span.start()) {
        shownTo = out.length() + draft.shownTo - from;
      }
      out.append(text, from, span.start());
      out.append(markers.of(span.kind(), text.substring(span.start(), span.end())));
      for (int i = span.start(); i < span.end(); i++) {
        if (text.charAt(i) == '\n') {
          out.append('\n');
        }
      }
      if (shownTo < 0 && draft.shownTo <= span.end()) {
        shownTo = out.length();
      }
      from = span.end();
    }
    if (shownTo < 0) {
      shownTo = out.length() + draft.shownTo - from;
    }
    out.append(text, from, text.length());
    return new Draft(out.toString(), shownTo);
  }
}
